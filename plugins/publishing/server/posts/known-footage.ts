import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';
import {
  hashVideo,
  sharedFrames,
  sharedFramesCost,
  type HashedVideo,
} from '#core/server/services/media/footage/shared-frames.ts';

import { LIBRARY } from '#plugins/materials/server/api.ts';
import type { WishedPosts } from '#plugins/publishing/plan-calls.ts';
import type { Work } from './deal.ts';
import type { PairShares } from './keep-apart.ts';

/** Frames that are held against each other for one plan at most; what is beyond is not compared. */
const MOST_FRAMES = 300_000_000;
/** Videos that are compared at most. */
const MOST_VIDEOS = 150;
/** Sets of videos that are remembered, and for how long where some of them are not known yet. */
const REMEMBERED = 16;
const INCOMPLETE_MILLISECONDS = 60_000;

const remembered = new Map<string, { shares: PairShares; until: number }>();

/** How much footage videos share: as whoever made them has measured, or else by what the library knows of them. */
export async function knownShares(
  ctx: ServerContext,
  accountId: string,
  what: WishedPosts['what'],
  works: readonly Work[],
): Promise<PairShares> {
  if ('materials' in what) return await measuredShares(ctx, accountId, works);
  const shared = await ctx.toolRuns.sharedFootage(accountId, what.runId);
  if (shared === null) return sharesOf(works.length, [], () => 0);
  const outputs = await ctx.toolRuns.outputs(accountId, what.runId);
  const items = new Map(outputs.map(({ fileId, itemId }) => [fileId, itemId]));
  const placeOf = new Map(shared.items.map((item, place) => [item, place]));
  const places = works.map(({ fileId }) => placeOf.get(items.get(fileId) ?? '') ?? null);
  const { length } = shared.items;
  return sharesOf(works.length, places, (a, b) => {
    const [low, high] = a < b ? [a, b] : [b, a];
    return shared.percent[low * length - (low * (low + 1)) / 2 + high - low - 1] ?? 0;
  });
}

/** @param places of each video among those that were compared; null or absent for one that was not */
function sharesOf(
  works: number,
  places: readonly (number | null)[],
  share: (a: number, b: number) => number,
): PairShares {
  const percent = new Uint8Array(works * works);
  for (const [a, place] of places.entries()) {
    for (let b = a + 1; place !== null && b < places.length; b++) {
      const other = places[b] ?? null;
      if (other === null) continue;
      // The same video twice is on no account twice, but may be on two.
      const own = place === other ? 100 : share(place, other);
      percent[a * works + b] = own;
      percent[b * works + a] = own;
    }
  }
  return { isKnown: Array.from({ length: works }, (_, work) => (places[work] ?? null) !== null), percent };
}

/** By the library's fingerprints. Those that it does not have yet it is asked to make. */
async function measuredShares(ctx: ServerContext, accountId: string, works: readonly Work[]): Promise<PairShares> {
  const ids = works.map(({ fileId }) => fileId);
  const key = createHash('sha256')
    .update(`${accountId} ${ids.join(' ')}`)
    .digest('hex');
  const known = remembered.get(key);
  const now = ctx.clock.now().getTime();
  if (known !== undefined && known.until > now) return known.shares;
  const library = ctx.use(LIBRARY);
  const looked = ids.slice(0, MOST_VIDEOS);
  const prints = (await library?.fingerprints(accountId, looked)) ?? new Map<string, Fingerprint>();
  const places: (number | null)[] = ids.map(() => null);
  const videos: HashedVideo[] = [];
  let frames = 0;
  for (const [work, id] of looked.entries()) {
    const print = prints.get(id);
    if (print === undefined) continue;
    const video = hashVideo(print);
    const cost = videos.reduce((sum, other) => sum + sharedFramesCost(video, other), 0);
    if (video.plain.length === 0 || frames + cost > MOST_FRAMES) continue;
    frames += cost;
    places[work] = videos.push(video) - 1;
    await setImmediate();
  }
  const found = new Map<number, number>();
  for (const [at, video] of videos.entries()) {
    for (const [other, print] of videos.entries()) {
      if (other > at) found.set(at * videos.length + other, Math.ceil(sharedFrames(video, print) * 100));
    }
    await setImmediate();
  }
  const shares = sharesOf(
    ids.length,
    places,
    (a, b) => found.get(Math.min(a, b) * videos.length + Math.max(a, b)) ?? 0,
  );
  const missing = looked.filter((id) => !prints.has(id));
  if (missing.length > 0) await library?.learnFootage(accountId, missing);
  remembered.delete(key);
  remembered.set(key, { shares, until: missing.length > 0 ? now + INCOMPLETE_MILLISECONDS : Infinity });
  for (const oldest of [...remembered.keys()].slice(0, Math.max(0, remembered.size - REMEMBERED))) {
    remembered.delete(oldest);
  }
  return shares;
}
