import { and, eq, isNull, ne, or, sql } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { ChannelHandover } from '#core/server/services/providers/channels.ts';

import type { LinkProof } from '#plugins/publishing/post-calls.ts';
import { throughHost } from '../channels/channel-host.ts';
import { publishingChannels, publishingPosts } from '../tables.ts';
import { endPost, endPublished, type PostRow } from '../posts/end-post.ts';
import type { ChannelRow } from '../channels/channel-tokens.ts';
import { postOf, type LinkRow } from './phone-links.ts';

const REASON_LETTERS = 200;

/** How people post on the account of a post. @returns undefined where the account is gone, or its service not in use */
export async function handoverOf(
  ctx: Pick<ServerContext, 'db' | 'providers'>,
  { channelId }: PostRow,
): Promise<{ channel: ChannelRow; handover: ChannelHandover } | undefined> {
  if (channelId === null) return undefined;
  const [channel] = await ctx.db.orm.select().from(publishingChannels).where(eq(publishingChannels.id, channelId));
  const services = await ctx.providers.every('channels');
  const handover = services.find(({ id }) => id === channel?.adapter)?.provider.handover;
  return channel === undefined || handover === undefined ? undefined : { channel, handover };
}

/** What somebody says of a post that they were to publish; `again`: what they were told was given for another one. */
export type PhoneAnswer = { step: 'done'; pasted: string; again: string } | { step: 'failed'; reason: string };

/**
 * Ends a post as whoever was to publish it says. Of several who say something, the first is believed; saying it again
 * changes nothing.
 * @returns the post as it is then
 * @throws expected `publishing:phone.no-link`, `publishing:phone.other-link`, `publishing:phone.given-link`,
 *   `publishing:phone.given-twice`, `publishing:phone.no-reason` (422), `publishing:post.missing` (404), `publishing:channel.unavailable` (503)
 */
export async function endHandover(
  ctx: ServerContext,
  link: LinkRow,
  id: string,
  answer: PhoneAnswer,
): Promise<PostRow> {
  const known = await postOf(ctx.db, link, id);
  if (known === undefined) return fail('publishing:post.missing', {}, { kind: 'not-found' });
  if (known.state !== 'handover') return known;
  const found = await handoverOf(ctx, known);
  const pastedLink = answer.step === 'done' ? linkOf(found?.handover, answer.pasted) : null;
  const reason = answer.step === 'failed' ? answer.reason.trim().slice(0, REASON_LETTERS) : '';
  if (answer.step === 'failed' && reason === '') fail('publishing:phone.no-reason', {}, { kind: 'invalid' });
  const given = pastedLink === null || found === undefined ? null : await lookAt(ctx, found, pastedLink);
  const { hash } = await ctx.files.get(known.accountId, known.fileId);
  return await ctx.db.transaction(async (tx) => {
    const row = await postOf(tx, link, id, true);
    if (row?.state !== 'handover') return row ?? known;
    if (answer.step === 'done') {
      const isAgain = pastedLink !== null && found?.handover.linkIn(answer.again) === pastedLink;
      if (given !== null) await keepLink(tx, row, { ...given, isAgain });
      await endPublished(ctx, tx, row, { link: pastedLink, hash, channel: found?.channel });
    } else {
      const params = { channel: row.channelName, reason };
      await endPost(ctx, tx, row, {
        state: 'failed',
        cause: { code: 'publishing:cause.given-up', params, next: 'change' },
      });
    }
    return (await postOf(tx, link, id)) ?? row;
  });
}

/** How long a platform has to say which post a link leads to; whoever has pasted it waits. */
const LOOK_MILLISECONDS = 8_000;

interface GivenLink {
  link: string;
  /** The platform's own id of the post; null where neither the link nor the platform says it. */
  postId: string | null;
  proof: LinkProof;
  isNamedByQuery: boolean;
}

/** Asks the platform about a link, by the way that its account uses. Whatever hinders that holds nobody up. */
async function lookAt(
  ctx: ServerContext,
  { channel, handover }: { channel: ChannelRow; handover: ChannelHandover },
  link: string,
): Promise<GivenLink> {
  const signal = AbortSignal.timeout(LOOK_MILLISECONDS);
  const isNamedByQuery = handover.isNamedByQuery?.(link) === true;
  try {
    const asked = throughHost(ctx, channel, async () => (await handover.findPost?.(link, signal)) ?? null);
    // A host that does not answer knows nothing of the limit.
    const found = await Promise.race([asked, ended(signal)]);
    if (found !== null) return { link, postId: found, proof: 'platform', isNamedByQuery };
  } catch (error) {
    ctx.log.info({ err: error, adapter: channel.adapter }, 'a platform could not be asked about a link');
  }
  return { link, postId: handover.postIdIn?.(link) ?? null, proof: 'shape', isNamedByQuery };
}

/** @throws the reason of a signal once it is aborted */
const ended = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

/**
 * Keeps what is known of a link. One that somebody has given for another post may be in the wrong place there: whoever
 * sends it once more has it taken, and the post says so. Of what a platform has published itself it knows better.
 * @throws expected `publishing:phone.given-link`, `publishing:phone.given-twice` (422) for one that is of another post
 */
async function keepLink(
  tx: Tx,
  { id, accountId, platform }: PostRow,
  { link, postId, proof, isNamedByQuery, isAgain }: GivenLink & { isAgain: boolean },
): Promise<void> {
  // One link after the other, so that none is given for two posts at once.
  await tx.orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`publishing.link ${accountId}`}, 0))`);
  const { link: other, remote, linkProof } = publishingPosts;
  // What apps add to a link says nothing of the post, as far as is known.
  const place = sql`regexp_replace(${other}, ${NO_PLACE}, '', 'g')`;
  const samePlace = isNamedByQuery ? eq(other, link) : eq(place, link.replaceAll(new RegExp(NO_PLACE, 'g'), ''));
  const same = postId === null ? samePlace : or(eq(remote, postId), eq(other, link), and(isNull(remote), samePlace));
  const published = and(eq(publishingPosts.accountId, accountId), eq(publishingPosts.state, 'published'));
  const others = await tx.orm
    .select({ linkProof })
    .from(publishingPosts)
    .where(and(published, eq(publishingPosts.platform, platform), ne(publishingPosts.id, id), same));
  if (others.some((known) => known.linkProof === null)) fail('publishing:phone.given-link', {}, { kind: 'invalid' });
  const isTwice = others.length > 0;
  if (isTwice && !isAgain) fail('publishing:phone.given-twice', {}, { kind: 'invalid' });
  // Nobody knows which of the two it is.
  const values = isTwice ? { linkProof: 'twice' as const, remote: null } : { linkProof: proof, remote: postId };
  await tx.scope(accountId).update(publishingPosts, eq(publishingPosts.id, id), values);
}

/** Of a link, what is neither its host, without `www.`, nor its path. */
const NO_PLACE = '^https?://(www[.])?|/?([?#].*)?$';

function linkOf(handover: ChannelHandover | undefined, pasted: string): string | null {
  if (handover === undefined) return fail('publishing:channel.unavailable', {}, { kind: 'unavailable' });
  if (pasted.trim() === '') {
    return handover.hasLinks ? fail('publishing:phone.no-link', {}, { kind: 'invalid' }) : null;
  }
  return handover.linkIn(pasted) ?? fail('publishing:phone.other-link', {}, { kind: 'invalid' });
}
