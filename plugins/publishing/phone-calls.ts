import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';

/** What a link for a phone leads to: one post, or the waiting ones of a task or of an account. */
export const PHONE_LINK_KINDS = ['post', 'task', 'channel'] as const;
export type PhoneLinkKind = (typeof PHONE_LINK_KINDS)[number];

export const phoneLinkSchema = z.object({
  url: z.string(),
  endsAt: z.iso.datetime(),
  /** How many posts behind it wait for somebody. */
  waiting: z.number().int(),
});
export type PhoneLink = z.output<typeof phoneLinkSchema>;

/** The link stays the same until it ends, or a new one is asked for, which ends it at once. */
export const makePhoneLink = defineCall({
  method: 'POST',
  path: '/api/publishing/phone-links',
  summary: 'Reads the link by which somebody without an account publishes on a phone.',
  body: z.strictObject({ kind: z.enum(PHONE_LINK_KINDS), id: z.uuid(), isNew: z.boolean().default(false) }),
  data: phoneLinkSchema,
});

// The pages are for whoever has a link and written by their handlers. Their parameters are not narrowed here: a link that
// leads nowhere is answered with a page in words.
const ofPage = z.object({ id: z.string() });
/** `key` signs the link; `of`: what it leads to where that is not the post itself; `lang`: what was switched to. */
const signed = z.object({ key: z.string().optional(), of: z.string().optional(), lang: z.string().optional() });
const page = { access: 'public' } as const;

export const phonePage = defineCall({
  ...page,
  method: 'GET',
  path: '/douyinPublishH5/:id',
  summary: 'The page on which somebody publishes one post by hand.',
  params: ofPage,
  query: signed,
  data: z.undefined(),
});

export const answerPhonePage = defineCall({
  ...page,
  method: 'POST',
  path: '/douyinPublishH5/:id',
  summary: 'Says that a post was published by hand, or cannot be.',
  bodyAs: 'form',
  params: ofPage,
  query: signed,
  body: z.object({
    step: z.enum(['done', 'failed']),
    link: z.string().max(4000).default(''),
    /** What was refused before, since it was given for another post: sent once more, it is taken. */
    again: z.string().max(4000).default(''),
    reason: z.string().max(4000).default(''),
  }),
  data: z.undefined(),
});

export const phoneQueue = defineCall({
  ...page,
  method: 'GET',
  path: '/douyinPublishH5-temp/:id',
  summary:
    'The page on which somebody publishes the waiting posts of a task or an account by hand, one after the other.',
  params: ofPage,
  query: signed.extend({ post: z.string().optional(), said: z.string().optional() }),
  data: z.undefined(),
});

export const phoneVideo = defineCall({
  ...page,
  method: 'GET',
  head: true,
  path: '/douyinPublishH5/:id/video.mp4',
  summary: 'The video of a post that is published by hand; answers ranges.',
  params: ofPage,
  query: signed.extend({ save: z.string().optional() }),
  data: z.undefined(),
});

export const phoneCover = defineCall({
  ...page,
  method: 'GET',
  path: '/douyinPublishH5/:id/cover.jpg',
  summary: 'The cover of a post that is published by hand.',
  params: ofPage,
  query: signed.extend({ save: z.string().optional() }),
  data: z.undefined(),
});

export const phoneApp = defineCall({
  ...page,
  method: 'GET',
  path: '/douyinPublishH5/:id/app',
  summary: 'Leads to the app of the platform, with the video to publish.',
  params: ofPage,
  query: signed,
  data: z.undefined(),
});
