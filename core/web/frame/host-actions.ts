import { z } from 'zod';

import { eventOfTopic } from '#core/contract/event.ts';
import { grantFor } from '#core/contract/grants.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import type { FeatureId } from '#core/contract/tiers.ts';
import { readToolRun } from '#core/contract/tool-run-calls.ts';
import { toolRunChanged, toolRunEnded } from '#core/contract/tool-run-events.ts';

import { COMMANDS } from '../commands/commands.ts';
import { EVENTS } from '../events/events.ts';
import { FEATURE_GATE } from '../features/feature-gate.ts';
import { PLAYER } from '../player/player.ts';
import type { Undo } from '../scope.ts';
import { readFrameGrid } from '../studio/frames/read-frame-grid.ts';
import type { FrameHost } from './frame-host.ts';
import type { HostApi } from './frame-protocol.ts';

const MAX = 50;
const title = z.string().max(200);
const localId = z.string().regex(/^[a-zA-Z][a-zA-Z0-9-]{0,59}$/);
const topicSchema = z.string().max(100);
const feature = z.number().int().nullable();
const fileAddress = z.url({ protocol: /^https?$/ }).max(4000);
const clip = z.object({ url: z.string().max(4000), duration: z.number().optional() });
const playable = z.union([
  z.string().max(4000),
  z.object({ type: z.union([z.literal(1), z.literal(2)]), list: z.array(clip).max(100), sound: z.string().optional() }),
]);
const playing = z
  .strictObject({
    playbackRate: z.number().min(0.1).max(16),
    needCalcVideoDuration: z.boolean(),
    title: z.string().max(200),
  })
  .partial()
  .optional();

/** Commands that a frame adds while it lives; those of the manifest are always there. They have no shortcuts. */
export function hostCommands({ context, scope, guest }: FrameHost): Pick<HostApi, 'addCommand' | 'removeCommand'> {
  const commands = context.get(COMMANDS);
  const added = new Map<string, Undo>();
  scope.own(() => added.forEach((undo) => void undo()));
  return {
    addCommand(asked, words) {
      const id = localId.parse(asked);
      const text = title.parse(words);
      if (!text.startsWith(`${context.id}:`))
        throw new TypeError(`the title of command "${id}" is no text of the plugin`);
      if (added.size >= MAX) throw new TypeError(`no more than ${MAX} commands`);
      const key = text as MessageKey;
      added.set(id, commands.add({ id: `${context.id}.${id}`, title: key, run: () => guest().command(id) }));
    },
    removeCommand(asked) {
      const id = localId.parse(asked);
      void added.get(id)?.();
      added.delete(id);
    },
  };
}

/**
 * Events that a frame listens to: the plugin's own topics, those listed in its manifest, and those of runs where it may
 * read runs.
 */
export function hostEvents({ context, entry, source, scope, tell }: FrameHost): Pick<HostApi, 'listen' | 'unlisten'> {
  const events = context.get(EVENTS);
  const heard = new Map<string, Undo>();
  scope.own(() => heard.forEach((undo) => void undo()));
  const readsRuns = grantFor(context.id, source.grants, readToolRun.method, readToolRun.path) !== undefined;
  const ofRuns = readsRuns ? [toolRunChanged.topic, toolRunEnded.topic] : [];
  const others: readonly string[] = [...entry.manifest.subscriptions, ...ofRuns];
  return {
    listen(asked) {
      const topic = topicSchema.parse(asked);
      if (!topic.startsWith(`${context.id}.`) && !others.includes(topic)) {
        throw new TypeError(`the manifest does not list "${topic}" under subscriptions`);
      }
      if (heard.has(topic) || heard.size >= MAX) return;
      const stop = events.on(
        eventOfTopic(topic),
        (data) => tell((guest) => guest.event(topic, data)),
        () => tell((guest) => guest.resync(topic)),
      );
      heard.set(topic, stop);
    },
    unlisten(asked) {
      const topic = topicSchema.parse(asked);
      void heard.get(topic)?.();
      heard.delete(topic);
    },
  };
}

/** Offers an upgrade on behalf of a frame, but only right after a user action. */
export function hostFeatures({ context, isActive }: FrameHost): Pick<HostApi, 'offerUpgrade'> {
  const gate = context.get(FEATURE_GATE);
  return {
    offerUpgrade(asked) {
      const id = feature.parse(asked);
      // The gate knows the valid features, and offers what unlocks this one.
      if (isActive()) gate.offerUpgrade((id ?? undefined) as FeatureId | undefined);
    },
  };
}

/** Opens the popup player on behalf of a frame, but only right after a user action. */
export function hostPlayer({ context, isActive }: FrameHost): Pick<HostApi, 'play'> {
  const player = context.get(PLAYER);
  return {
    async play(data, options) {
      const video = playable.parse(data);
      const how = playing.parse(options);
      if (isActive()) await player.open(video, how);
    },
  };
}

/** Reads when a video of the account shows its frames, one video after another: a frame cannot fetch files. */
export function hostFrameGrids(): Pick<HostApi, 'frameGrid'> {
  let last: Promise<unknown> = Promise.resolve();
  return {
    frameGrid(asked) {
      const { href, origin, pathname } = new URL(fileAddress.parse(asked));
      // Elsewhere the page's own policy admits only where the files of accounts are kept.
      if (origin === location.origin && !pathname.startsWith('/files/')) return Promise.resolve(null);
      const reading = last.then(() => readFrameGrid(href));
      last = reading;
      return reading;
    },
  };
}
