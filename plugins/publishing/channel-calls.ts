import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { ADAPTER_ID } from '#core/contract/provider-kinds.ts';
import { shownName } from '#core/contract/shown-name.ts';

const id = z.uuid();
const adapterId = z.string().regex(ADAPTER_ID);
const ofChannel = z.strictObject({ id });

/**
 * `normal`: posts go out; `expired`: its owner has to agree again before anything does; `pending`: it was imported, and its
 * owner has not agreed yet.
 */
export const CHANNEL_STATES = ['normal', 'expired', 'pending'] as const;

/**
 * What happens to posts of an account whose time has passed while nothing could go out: they go out one by one, take the
 * next times of their task, or wait until their owner has decided.
 */
export const OVERDUE_RULES = ['now', 'next', 'ask'] as const;

/** Whether posts of an account go out, or are sent to its owner as drafts to be finished in the app. */
export const DELIVERIES = ['direct', 'inbox'] as const;
export type Delivery = (typeof DELIVERIES)[number];

/** Times of the week at which an account posts: minutes from Monday 0:00 on, in its time zone. */
const slotsSchema = z.strictObject({
  minutes: z.array(z.number().int().min(0).max(10_079)).min(1).max(100),
  zone: z.string().max(60),
});
export type ChannelSlots = z.output<typeof slotsSchema>;

/** Whose days and times are meant where nobody has said another zone. */
export const USUAL_ZONE = 'Asia/Shanghai';
/** Minutes of a day at which an account without times of its own posts. */
export const USUAL_SLOTS = [9 * 60, 18 * 60] as const;

/** Somebody's account at a platform, which posts are published to. */
export const channelSchema = z.object({
  id,
  /** The service that connects it. */
  adapter: z.string(),
  /** One of `core/contract/platforms.ts`, or a plugin's own word. */
  platform: z.string(),
  /** The service's name, in the caller's language. */
  service: z.string(),
  name: shownName,
  picture: z.string().nullable(),
  followers: z.number().int().nullable(),
  /** Set by whoever looks after it. */
  group: z.string().nullable(),
  phone: z.string().nullable(),
  remark: z.string().nullable(),
  state: z.enum(CHANNEL_STATES),
  overdue: z.enum(OVERDUE_RULES),
  delivery: z.enum(DELIVERIES),
  /** Those that can be chosen. */
  deliveries: z.array(z.enum(DELIVERIES)),
  /** Its own times of the week; null for {@link USUAL_SLOTS} of every day. */
  slots: slotsSchema.nullable(),
  /** The host that its traffic goes out through; null for this server itself. */
  hostId: id.nullable(),
  /** What that host is called; null without one. */
  host: shownName.nullable(),
  /** Whether that host was deleted, so that nothing goes out. */
  isHostGone: z.boolean(),
  /** Whether it belongs to the caller's main account, which lets the caller publish to it; nothing else may be changed. */
  isShared: z.boolean(),
  /** Whether people post to it by hand. */
  isByHand: z.boolean(),
  /** When its permission ends by itself; null where it does not, or is renewed without its owner. */
  endsAt: z.iso.datetime().nullable(),
  lastPostAt: z.iso.datetime().nullable(),
  connectedAt: z.iso.datetime(),
});
/** Somebody's account at a platform, which posts are published to. */
export type Channel = z.output<typeof channelSchema>;

/** A service that accounts can be connected by. */
export const channelServiceSchema = z.object({
  id: z.string(),
  platform: z.string(),
  title: z.string(),
  /** For whoever connects an account: what that takes, in the caller's language. */
  about: z.string().nullable(),
  /** Whether people post to its accounts by hand. */
  isByHand: z.boolean(),
  /** What its owner is asked for first. */
  asks: z.array(z.object({ name: z.string(), title: z.string(), kind: z.enum(['text', 'address', 'password']) })),
});
export type ChannelService = z.output<typeof channelServiceSchema>;

/** Those that operators have chosen and that can be used now. */
export const listChannelServices = defineCall({
  method: 'GET',
  path: '/api/publishing/channel-services',
  summary: 'Lists the services by which accounts at platforms can be connected now.',
  data: z.object({ services: z.array(channelServiceSchema) }),
});

export const listChannels = defineCall({
  method: 'GET',
  path: '/api/publishing/channels',
  summary: 'Lists the connected accounts at platforms, and how many the membership level includes.',
  data: z.object({
    channels: z.array(channelSchema),
    /** Null means unlimited. */
    most: z.number().int().nullable(),
  }),
});

/** Connects an account, or has its owner agree again to one that was connected before. */
export const connectChannel = defineCall({
  method: 'POST',
  path: '/api/publishing/connections',
  summary: 'Begins to connect an account at a platform.',
  body: z.strictObject({
    adapter: adapterId,
    /** One that is `pending` and is to become what its owner agrees to. */
    channel: id.optional(),
    /** By the names of what the service asks for. */
    answers: z.record(z.string().max(40), z.string().trim().max(500)).default({}),
  }),
  data: z.object({
    /** Where the owner agrees; null when nobody needs to, and the account is connected already. */
    url: z.string().nullable(),
    channel: channelSchema.nullable(),
    /** See {@link readChannelChoice}, where somebody has agreed for several accounts. */
    choice: id.nullable(),
  }),
});

/** Accounts that an owner has agreed to at once, of which they choose within half an hour. */
export const channelChoiceSchema = z.object({
  /** The service's name, in the caller's language. */
  service: z.string(),
  accounts: z.array(
    z.object({
      /** The platform's own id of it. */
      id: z.string(),
      name: shownName,
      picture: z.string().nullable(),
      /** Whether it is one of the caller's accounts already; then it is renewed. */
      isConnected: z.boolean(),
    }),
  ),
  /** How many that are not connected yet the membership level has room for; null for any number. */
  room: z.number().int().nullable(),
  endsAt: z.iso.datetime(),
});
export type ChannelChoice = z.output<typeof channelChoiceSchema>;

export const readChannelChoice = defineCall({
  method: 'GET',
  path: '/api/publishing/choices/:id',
  summary: 'Reads the accounts at a platform of which their owner has to choose.',
  params: ofChannel,
  data: channelChoiceSchema,
});

/** Once; all of them or none. */
export const chooseChannels = defineCall({
  method: 'POST',
  path: '/api/publishing/choices/:id',
  summary: 'Connects those accounts at a platform that their owner has chosen.',
  params: ofChannel,
  body: z.strictObject({ owners: z.array(z.string().max(300)).min(1).max(200) }),
  data: z.object({ channels: z.array(channelSchema) }),
});

export const dropChannelChoice = defineCall({
  method: 'DELETE',
  path: '/api/publishing/choices/:id',
  summary: 'Connects none of the accounts at a platform that their owner could choose, and gives the permission back.',
  params: ofChannel,
  data: z.object({}),
});

const fromPlatform = z.string().max(4000);

/** Where platforms send owners back to. */
export const finishConnection = defineCall({
  method: 'GET',
  path: '/api/publishing/connections/return',
  access: 'public',
  summary: 'Ends the connection of an account, and leads its owner back to the list of accounts.',
  // Platforms add what they like.
  query: z.object({ state: fromPlatform.optional(), code: fromPlatform.optional() }).catchall(fromPlatform),
  data: z.null(),
});

const words = (most: number) => z.string().trim().max(most).nullable();

export const changeChannel = defineCall({
  method: 'PATCH',
  path: '/api/publishing/channels/:id',
  summary: 'Changes what is kept of a connected account, how its posts go out, and which host it uses.',
  params: ofChannel,
  body: z
    .strictObject({
      ...{ group: words(40), phone: words(30), remark: words(200), overdue: z.enum(OVERDUE_RULES) },
      ...{ hostId: id.nullable(), slots: slotsSchema.nullable(), delivery: z.enum(DELIVERIES) },
    })
    .partial(),
  data: channelSchema,
});

export const listChannelHosts = defineCall({
  method: 'GET',
  path: '/api/publishing/hosts',
  summary: 'Lists the hosts that the traffic of accounts can go out through.',
  data: z.object({
    hosts: z.array(
      z.object({
        id,
        name: shownName,
        /** Whether its last check could log in. */
        isUp: z.boolean(),
      }),
    ),
  }),
});

/** Reads name, picture and followers anew, which also finds out whether its permission still stands. */
export const refreshChannel = defineCall({
  method: 'POST',
  path: '/api/publishing/channels/:id/refresh',
  summary: 'Reads what the platform tells of a connected account now.',
  params: ofChannel,
  data: channelSchema,
});

/**
 * What has become of a permission: its platform has taken it back; another account here stands on it; its platform has no
 * call for that, so that its owner takes it back there; it did not answer; or there was none.
 */
export const GIVEN_BACK = ['given-back', 'needed', 'at-platform', 'failed', 'none'] as const;

/** What was not published yet is cancelled; what was, stays where it is. */
export const removeChannel = defineCall({
  method: 'DELETE',
  path: '/api/publishing/channels/:id',
  summary: 'Gives the permission for a connected account back, and cancels its posts.',
  params: ofChannel,
  data: z.object({ cancelled: z.number().int(), permission: z.enum(GIVEN_BACK) }),
});

/** A sub-account, and whether it may publish to an account. */
export const channelUserSchema = z.object({ id, name: shownName, mayPublish: z.boolean() });
export type ChannelUser = z.output<typeof channelUserSchema>;

/** How an account has done: who uses it, and how many followed it. */
export const readChannelFile = defineCall({
  method: 'GET',
  path: '/api/publishing/channels/:id',
  summary: 'Reads which sub-accounts may publish to a connected account, and how many followed it over time.',
  params: ofChannel,
  data: z.object({
    users: z.array(channelUserSchema),
    /** The last 90 days of which something is known, oldest first. */
    followers: z.array(z.object({ day: z.iso.date(), followers: z.number().int() })),
  }),
});

/** What those who may no more have planned there is cancelled. */
export const writeChannelUsers = defineCall({
  method: 'PUT',
  path: '/api/publishing/channels/:id/users',
  summary: 'Says which sub-accounts may publish to a connected account.',
  params: ofChannel,
  body: z.strictObject({ users: z.array(id).max(1000) }),
  data: z.object({ users: z.array(channelUserSchema) }),
});
