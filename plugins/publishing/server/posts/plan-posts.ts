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
import { dealPosts, type DealtPost, type Work } from './deal.ts';
import { misfitsOf } from './fit.ts';
import { allCovers, topicsOf } from './own-words.ts';
import { assertCovers } from './post-cover.ts';
import { postedFiles } from './posted-files.ts';
import { freePlatforms } from './free-platforms.ts';

/** A video, with what is known of it before anybody looks into it. */
export interface KnownWork extends Work {
  bytes: number | null;
  seconds: number | null;
  width: number | null;
  height: number | null;
}

/** Accounts whose limits are asked for at the same time. */
const AT_ONCE = 8;

/**
 * Deals posts out as they were wished for.
 * @throws expected `publishing:nothing`, `publishing:channel.pending` (409), `publishing:channel.missing` (404),
 *   `publishing:too-many-posts` (422), `publishing:batch-locked` (403), `publishing:cover.missing`,
 *   `publishing:product.missing`, `publishing:zone` (422), and what {@link filesOf} says
 */
export async function dealWished(
  ctx: ServerContext,
  caller: Caller,
  wish: WishedPosts,
): Promise<{
  channels: ReadonlyMap<string, ChannelRow>;
  posts: DealtPost<KnownWork>[];
  product: PostProduct | null;
}> {
  const { accountId } = caller;
  const ids = [...new Set(wish.channels)];
  const rows = await Promise.all(ids.map((id) => usableChannel(ctx.db, accountId, id)));
  const pending = rows.find(({ state }) => state === 'pending');
  if (pending !== undefined) fail('publishing:channel.pending', { channel: pending.name }, { kind: 'conflict' });
  const works = await knownWorks(ctx, accountId, wish);
  if (works.length === 0) fail('publishing:nothing', {}, { kind: 'conflict' });
  const count = wish.deal === 'all' ? works.length * ids.length : works.length;
  if (count > MAX_POSTS) fail('publishing:too-many-posts', { count, most: MAX_POSTS }, { kind: 'invalid' });
  const isBatch = count > 1 || wish.when.kind !== 'now';
  if (isBatch && !caller.features.includes(FEATURES.batchPublishing)) {
    fail('publishing:batch-locked', {}, { kind: 'forbidden' });
  }
  await assertCovers(ctx, accountId, allCovers(wish));
  const product = await wishedProduct(ctx.db, accountId, wish.product);
  const posts = dealPosts(works, ids, wish, ctx.clock.now(), product?.name);
  return { channels: new Map(rows.map((row) => [row.id, row])), posts, product };
}

/** Shows what would be published, and what would not fit; nothing is written. */
export async function planPosts(ctx: ServerContext, caller: Caller, wish: WishedPosts, language: MessageLanguage) {
  const { channels, posts, product } = await dealWished(ctx, caller, wish);
  const limits = await limitsOf(ctx, [...channels.values()], language);
  const say = ({ code, params }: { code: Parameters<typeof translate>[1]; params: Parameters<typeof translate>[2] }) =>
    translate(language, code, params);
  const there = await postedFiles(
    ctx.db,
    [...channels.keys()],
    posts.map(({ work }) => work.fileId),
  );
  const counts = new Map<string, number>();
  const planned = posts.map(({ work, channelId, at, title, text }): PlannedPost => {
    const known = limits.get(channelId);
    const audience = wish.audiences[channelId] ?? null;
    const mentions = wish.mentions[channelId] ?? [];
    const faults: string[] = [];
    if (there.has(`${channelId} ${work.fileId}`)) {
      const channel = channels.get(channelId)?.name ?? '';
      faults.push(say({ code: 'publishing:already', params: { name: work.name, channel } }));
    }
    if (typeof known === 'string') faults.push(known);
    else if (known !== undefined) {
      faults.push(
        ...misfitsOf(
          { ...work, title, text, topics: topicsOf(wish, channelId), mentions, product, audience },
          known,
        ).map(say),
      );
      const day = `${channelId} ${at.toISOString().slice(0, 10)}`;
      const number = (counts.get(day) ?? 0) + 1;
      counts.set(day, number);
      if (known.left !== null && number > known.left) {
        faults.push(say({ code: 'publishing:misfit.day', params: { left: known.left } }));
      }
    }
    return { fileId: work.fileId, name: work.name, channelId, at: at.toISOString(), title, text, faults };
  });
  const { available } = await ctx.ledger.balance(ctx.db, caller.accountId, 'publishes');
  const free = await freePlatforms(ctx);
  const paid = posts.filter(({ channelId }) => !free.has(channels.get(channelId)?.platform ?? ''));
  const asked = [...limits].flatMap(([id, known]) => (typeof known === 'string' ? [] : [[id, known] as const]));
  return {
    posts: planned,
    cost: paid.length,
    available,
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
    return { fileId, name, bytes: size, seconds, width, height };
  });
}
