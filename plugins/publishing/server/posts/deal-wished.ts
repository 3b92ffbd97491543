import { fail } from '#core/contract/errors.ts';
import { FEATURES } from '#core/contract/tiers.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';

import { LIBRARY, type Codecs } from '#plugins/materials/server/api.ts';
import { MAX_POSTS, type WishedPosts } from '#plugins/publishing/plan-calls.ts';
import { usableChannel } from '../channels/channel-users.ts';
import type { ChannelRow } from '../channels/channel-tokens.ts';
import { wishedProduct } from '../products/own-products.ts';
import { filesOf } from '../start-sends.ts';
import type { PostProduct } from '../tables.ts';
import { countedPosts } from './day-quotas.ts';
import { dayRoom, type DayRoom } from './day-room.ts';
import { dealPosts, type Dealt, type Work } from './deal.ts';
import { knownShares } from './known-footage.ts';
import { allCovers } from './own-words.ts';
import { assertCovers } from './post-cover.ts';
import { takenTimes } from './taken-times.ts';

/** A video, with what is known of it before anybody looks into it. */
export interface KnownWork extends Work {
  bytes: number | null;
  seconds: number | null;
  width: number | null;
  height: number | null;
  /** MIME type of its file, and what is in it. */
  type: string | null;
  codecs: Codecs | null;
  /** Whether the library could not read it. */
  isBroken: boolean;
  /** A still picture of it, where a run has made it. */
  pictureId: string | null;
}

/** Posts as they were dealt out, and what was looked up for that. */
export interface DealtWish extends Dealt<KnownWork> {
  /** When accounts post already, by account. */
  taken: ReadonlyMap<string, readonly Date[]>;
  /** How full the days of each account are, without these posts. */
  rooms: ReadonlyMap<string, DayRoom>;
  product: PostProduct | null;
}

/**
 * The accounts that posts are wished for, and behind them those that some are moved to.
 * @throws expected `publishing:channel.pending` (409), `publishing:channel.missing` (404)
 */
export async function wishedChannels(
  { db }: ServerContext,
  { accountId }: Caller,
  { channels, moves }: WishedPosts,
): Promise<ChannelRow[]> {
  const rows = await Promise.all(
    [...new Set([...channels, ...moves.map(({ to }) => to)])].map((id) => usableChannel(db, accountId, id)),
  );
  const pending = rows.find(({ state }) => state === 'pending');
  if (pending !== undefined) fail('publishing:channel.pending', { channel: pending.name }, { kind: 'conflict' });
  return rows;
}

/**
 * Deals posts out as they were wished for.
 * @param rows the {@link wishedChannels}
 * @throws expected `publishing:nothing`, `publishing:too-many-posts` (422), `publishing:cover.missing`,
 *   `publishing:product.missing`, `publishing:zone` (422), and what {@link filesOf} says
 */
export async function dealWished(
  ctx: ServerContext,
  { accountId }: Caller,
  wish: WishedPosts,
  rows: readonly ChannelRow[],
): Promise<DealtWish> {
  const works = await knownWorks(ctx, accountId, wish);
  if (works.length === 0) fail('publishing:nothing', {}, { kind: 'conflict' });
  const chosen = new Set(wish.channels);
  const count = wish.deal === 'all' ? works.length * chosen.size : works.length;
  if (count > MAX_POSTS) fail('publishing:too-many-posts', { count, most: MAX_POSTS }, { kind: 'invalid' });
  await assertCovers(ctx, accountId, allCovers(wish));
  const now = ctx.clock.now();
  const ids = rows.map(({ id }) => id);
  const taken = await takenTimes(ctx.db, ids, now);
  const counted = await countedPosts(ctx.db, ids, now);
  const zoneOf = ({ slots }: ChannelRow): string => slots?.zone ?? wish.zone;
  const rooms = new Map(
    rows.map((row) => {
      const posts = counted.get(row.id) ?? [];
      return [row.id, dayRoom({ zone: zoneOf(row), quota: row.quota, posts, now })];
    }),
  );
  const channels = rows.map((row) => {
    const { id, group, slots, quota } = row;
    // Of an account that never takes any, the posts would wait for ever.
    const room = quota?.daily === 0 ? undefined : rooms.get(id);
    return {
      ...{ id, group, slots, zone: zoneOf(row), taken: taken.get(id) ?? [] },
      isChosen: chosen.has(id),
      ...(room && { room }),
    };
  });
  const isApart = wish.apart && wish.deal === 'once' && chosen.size > 1 && works.length > 1;
  const shares = isApart ? await knownShares(ctx, accountId, wish.what, works) : null;
  const product = await wishedProduct(ctx.db, accountId, wish.product);
  const dealt = dealPosts(works, channels, wish, { now, shares, product: product?.name });
  return { taken, rooms, product, ...dealt };
}

/**
 * Several posts, and later ones, need a level that includes them. Everybody may look at what they would be.
 * @throws expected `publishing:batch-locked` (403)
 */
export function refuseLocked({ features }: Caller, { when, perDay }: WishedPosts, count: number): void {
  const isBatch = count > 1 || when.kind !== 'now' || perDay !== null;
  if (isBatch && !features.includes(FEATURES.batchPublishing)) {
    fail('publishing:batch-locked', {}, { kind: 'forbidden' });
  }
}

async function knownWorks(ctx: ServerContext, accountId: string, { what }: WishedPosts): Promise<KnownWork[]> {
  const files = (await filesOf(ctx, accountId, what)).filter(
    ({ type }) => type === undefined || type.startsWith('video/'),
  );
  const library = 'materials' in what ? await ctx.use(LIBRARY)?.find(accountId, what.materials) : undefined;
  return files.map(({ fileId, name, posterId = null, type: madeType = null, made }) => {
    const known = library?.get(fileId);
    // What runs make is measured by their tools; what it is coded with shows when a post is checked.
    const own = made && { ...made.picture, size: made.size, seconds: made.seconds, type: madeType, codecs: null };
    const { size = null, seconds = null, width = null, height = null, codecs = null, type = null } = known ?? own ?? {};
    return {
      fileId,
      name,
      bytes: size,
      seconds,
      width,
      height,
      type,
      codecs,
      isBroken: known?.state === 'failed',
      pictureId: posterId,
    };
  });
}
