import { fail } from '#core/contract/errors.ts';
import { FEATURES } from '#core/contract/tiers.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';
import type { ChannelRules } from '#core/server/services/providers/channels.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { LIBRARY } from '#plugins/materials/server/api.ts';
import { MAX_POSTS, type AccountTakes, type PlannedPost, type WishedPosts } from '#plugins/publishing/post-calls.ts';
import { usableChannel } from '../channels/channel-users.ts';
import { HostGone } from '../channels/channel-host.ts';
import { withTokens, type ChannelRow } from '../channels/channel-tokens.ts';
import { wishedProduct } from '../products/own-products.ts';
import { filesOf } from '../start-sends.ts';
import type { PostProduct } from '../tables.ts';
import { closePosts } from './close-posts.ts';
import { dealPosts, type Dealt, type Work } from './deal.ts';
import { misfitsOf } from './fit.ts';
import { knownShares } from './known-footage.ts';
import { allCovers, topicsOf } from './own-words.ts';
import { assertCovers } from './post-cover.ts';
import { postedFiles } from './posted-files.ts';
import { freePlatforms } from './free-platforms.ts';
import { takenTimes } from './taken-times.ts';

/** A video, with what is known of it before anybody looks into it. */
export interface KnownWork extends Work {
  bytes: number | null;
  seconds: number | null;
  width: number | null;
  height: number | null;
  /** Whether the library could not read it. */
  isBroken: boolean;
}

/** Accounts whose limits are asked for at the same time. */
const AT_ONCE = 8;

/**
 * Deals posts out as they were wished for.
 * @throws expected `publishing:nothing`, `publishing:channel.pending` (409), `publishing:channel.missing` (404),
 *   `publishing:too-many-posts` (422), `publishing:cover.missing`, `publishing:product.missing`, `publishing:zone` (422),
 *   and what {@link filesOf} says
 */
export async function dealWished(
  ctx: ServerContext,
  caller: Caller,
  wish: WishedPosts,
): Promise<
  Dealt<KnownWork> & {
    channels: ReadonlyMap<string, ChannelRow>;
    taken: ReadonlyMap<string, readonly Date[]>;
    product: PostProduct | null;
  }
> {
  const { accountId } = caller;
  const ids = [...new Set(wish.channels)];
  const rows = await Promise.all(ids.map((id) => usableChannel(ctx.db, accountId, id)));
  const pending = rows.find(({ state }) => state === 'pending');
  if (pending !== undefined) fail('publishing:channel.pending', { channel: pending.name }, { kind: 'conflict' });
  const works = await knownWorks(ctx, accountId, wish);
  if (works.length === 0) fail('publishing:nothing', {}, { kind: 'conflict' });
  const count = wish.deal === 'all' ? works.length * ids.length : works.length;
  if (count > MAX_POSTS) fail('publishing:too-many-posts', { count, most: MAX_POSTS }, { kind: 'invalid' });
  await assertCovers(ctx, accountId, allCovers(wish));
  const now = ctx.clock.now();
  const taken = await takenTimes(ctx.db, ids, now);
  const channels = rows.map(({ id, group, slots }) => ({
    ...{ id, group, slots, zone: slots?.zone ?? wish.zone, taken: taken.get(id) ?? [] },
  }));
  const isApart = wish.apart && wish.deal === 'once' && ids.length > 1 && works.length > 1;
  const shares = isApart ? await knownShares(ctx, accountId, wish.what, works) : null;
  const product = await wishedProduct(ctx.db, accountId, wish.product);
  const dealt = dealPosts(works, channels, wish, { now, shares, product: product?.name });
  return { channels: new Map(rows.map((row) => [row.id, row])), taken, product, ...dealt };
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

/** Shows what would be published, and what would not fit; nothing is written. */
export async function planPosts(ctx: ServerContext, caller: Caller, wish: WishedPosts, language: MessageLanguage) {
  const { channels, posts, product, apart, taken } = await dealWished(ctx, caller, wish);
  const limits = await limitsOf(ctx, [...channels.values()], language);
  const say = ({ code, params }: { code: Parameters<typeof translate>[1]; params: Parameters<typeof translate>[2] }) =>
    translate(language, code, params);
  const there = await postedFiles(
    ctx.db,
    [...channels.keys()],
    posts.map(({ work }) => work.fileId),
  );
  const counts = new Map<string, number>();
  const notes = closePosts(posts, taken, wish, say);
  const planned = posts.map((post): PlannedPost => {
    const { work, channelId, at, title, text } = post;
    const known = limits.get(channelId);
    const audience = wish.audiences[channelId] ?? null;
    const mentions = wish.mentions[channelId] ?? [];
    const faults: string[] = [];
    const fixes = new Set<PlannedPost['fixes'][number]>();
    if (there.has(`${channelId} ${work.fileId}`)) {
      const channel = channels.get(channelId)?.name ?? '';
      faults.push(say({ code: 'publishing:already', params: { name: work.name, channel } }));
    }
    if (typeof known === 'string' && channels.get(channelId)?.state === 'expired') fixes.add('authorise');
    if (work.isBroken) faults.push(say({ code: 'publishing:misfit.broken', params: {} }));
    if (typeof known === 'string') faults.push(known);
    else if (known !== undefined) {
      const topics = topicsOf(wish, channelId);
      const misfits = misfitsOf({ ...work, title, text, topics, mentions, product, audience }, known);
      faults.push(...misfits.map(say));
      for (const { code } of misfits) fixes.add(fixOf(code));
      const day = `${channelId} ${at.toISOString().slice(0, 10)}`;
      const number = (counts.get(day) ?? 0) + 1;
      counts.set(day, number);
      if (known.left !== null && number > known.left) {
        faults.push(say({ code: 'publishing:misfit.day', params: { left: known.left } }));
        fixes.add('day');
      }
    }
    return {
      fileId: work.fileId,
      name: work.name,
      channelId,
      at: at.toISOString(),
      title,
      text,
      faults,
      fixes: [...fixes],
      notes: notes.get(post) ?? [],
    };
  });
  const { available } = await ctx.ledger.balance(ctx.db, caller.accountId, 'publishes');
  const free = await freePlatforms(ctx);
  const paid = posts.filter(({ channelId }) => !free.has(channels.get(channelId)?.platform ?? ''));
  const asked = [...limits].flatMap(([id, known]) => (typeof known === 'string' ? [] : [[id, known] as const]));
  return {
    posts: planned,
    cost: paid.length,
    available,
    apart,
    gone:
      'materials' in wish.what
        ? new Set(wish.what.materials).size - new Set(posts.map(({ work }) => work.fileId)).size
        : 0,
    audiences: Object.fromEntries(asked.map(([id, known]) => [id, [...known.audiences]])),
    takes: Object.fromEntries(asked.map(([id, known]) => [id, takesOf(known)])),
  };
}

function takesOf(rules: ChannelRules): AccountTakes {
  const { covers = null, counts = { by: 'utf16' }, hasTags = false, mentions, titleLetters, textLetters } = rules;
  const mentioned = mentions === undefined ? null : { hasIds: false, ...mentions };
  const products = rules.products?.as ?? null;
  return { covers, titleLetters, textLetters, counts, hasTags, products, mentions: mentioned };
}

/** What of a post has to change for it to fit. */
function fixOf(code: string): PlannedPost['fixes'][number] {
  if (/title|text|topics|mention/.test(code)) return 'words';
  return code.endsWith('audience') ? 'audience' : 'video';
}

/** What each account takes now, or a sentence that says why nothing goes out there. */
async function limitsOf(ctx: ServerContext, channels: readonly ChannelRow[], language: MessageLanguage) {
  const limits = new Map<string, ChannelRules | string>();
  const waiting = [...channels];
  const work = async () => {
    for (let channel = waiting.shift(); channel !== undefined; channel = waiting.shift()) {
      limits.set(channel.id, await limitsOfOne(ctx, channel, language));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return limits;
}

async function limitsOfOne(
  ctx: ServerContext,
  channel: ChannelRow,
  language: MessageLanguage,
): Promise<ChannelRules | string> {
  try {
    return await withTokens(ctx, channel, (provider, tokens) => provider.rules(tokens));
  } catch (error) {
    if (error instanceof HostGone) return translate(language, 'publishing:cause.host-gone', { channel: channel.name });
    const isExpired = error instanceof ProviderFailure && error.kind === 'unauthorised';
    if (!isExpired) ctx.log.warn({ err: error, adapter: channel.adapter }, 'what an account takes could not be asked');
    return translate(language, isExpired ? 'publishing:cause.authorise' : 'publishing:misfit.unknown', {
      channel: channel.name,
    });
  }
}

async function knownWorks(ctx: ServerContext, accountId: string, { what }: WishedPosts): Promise<KnownWork[]> {
  const files = (await filesOf(ctx, accountId, what)).filter(
    ({ type }) => type === undefined || type.startsWith('video/'),
  );
  const library = 'materials' in what ? await ctx.use(LIBRARY)?.find(accountId, what.materials) : undefined;
  return files.map(({ fileId, name }) => {
    const known = library?.get(fileId);
    const { size = null, seconds = null, width = null, height = null } = known ?? {};
    return { fileId, name, bytes: size, seconds, width, height, isBroken: known?.state === 'failed' };
  });
}
