import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';

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

/** What somebody says of a post that they were to publish. */
export type PhoneAnswer = { step: 'done'; pasted: string } | { step: 'failed'; reason: string };

/**
 * Ends a post as whoever was to publish it says. Of several who say something, the first is believed; saying it again
 * changes nothing.
 * @returns the post as it is then
 * @throws expected `publishing:phone.no-link`, `publishing:phone.other-link`, `publishing:phone.given-link` (422),
 *   `publishing:phone.no-reason` (422), `publishing:post.missing` (404), `publishing:channel.unavailable` (503)
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
      if (given !== null) await keepLink(tx, row, given);
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
}

/** Asks the platform about a link, by the way that its account uses. Whatever hinders that holds nobody up. */
async function lookAt(
  ctx: ServerContext,
  { channel, handover }: { channel: ChannelRow; handover: ChannelHandover },
  link: string,
): Promise<GivenLink> {
  const signal = AbortSignal.timeout(LOOK_MILLISECONDS);
  try {
    const found = await throughHost(ctx, channel, async () => (await handover.findPost?.(link, signal)) ?? null);
    if (found !== null) return { link, postId: found, proof: 'platform' };
  } catch (error) {
    ctx.log.info({ err: error, adapter: channel.adapter }, 'a platform could not be asked about a link');
  }
  return { link, postId: handover.postIdIn?.(link) ?? null, proof: 'shape' };
}

/** Keeps what is known of a link. @throws expected `publishing:phone.given-link` (422) for one that is of another post */
async function keepLink(tx: Tx, { id, accountId, platform }: PostRow, { link, postId, proof }: GivenLink) {
  // One link after the other, so that none is given for two posts at once.
  await tx.orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`publishing.link ${accountId}`}, 0))`);
  const bare = link.replace(/\/$/, '');
  const same = or(
    inArray(publishingPosts.link, [bare, `${bare}/`]),
    ...(postId === null ? [] : [eq(publishingPosts.remote, postId)]),
  );
  const published = and(eq(publishingPosts.accountId, accountId), eq(publishingPosts.state, 'published'));
  const [other] = await tx.orm
    .select({ id: publishingPosts.id })
    .from(publishingPosts)
    .where(and(published, eq(publishingPosts.platform, platform), ne(publishingPosts.id, id), same))
    .limit(1);
  if (other !== undefined) fail('publishing:phone.given-link', {}, { kind: 'invalid' });
  const values = { linkProof: proof, remote: postId };
  await tx.scope(accountId).update(publishingPosts, eq(publishingPosts.id, id), values);
}

function linkOf(handover: ChannelHandover | undefined, pasted: string): string | null {
  if (handover === undefined) return fail('publishing:channel.unavailable', {}, { kind: 'unavailable' });
  if (pasted.trim() === '') {
    return handover.hasLinks ? fail('publishing:phone.no-link', {}, { kind: 'invalid' }) : null;
  }
  return handover.linkIn(pasted) ?? fail('publishing:phone.other-link', {}, { kind: 'invalid' });
}
