import { eq } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { ChannelHandover } from '#core/server/services/providers/channels.ts';

import { publishingChannels } from '../tables.ts';
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
 * @throws expected `publishing:phone.no-link`, `publishing:phone.other-link` (422), `publishing:phone.no-reason` (422),
 *   `publishing:post.missing` (404), `publishing:channel.unavailable` (503)
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
  const published = answer.step === 'done' ? linkOf(found?.handover, answer.pasted) : null;
  const reason = answer.step === 'failed' ? answer.reason.trim().slice(0, REASON_LETTERS) : '';
  if (answer.step === 'failed' && reason === '') fail('publishing:phone.no-reason', {}, { kind: 'invalid' });
  const { hash } = await ctx.files.get(known.accountId, known.fileId);
  return await ctx.db.transaction(async (tx) => {
    const row = await postOf(tx, link, id, true);
    if (row?.state !== 'handover') return row ?? known;
    if (answer.step === 'done') await endPublished(ctx, tx, row, { link: published, hash, channel: found?.channel });
    else {
      const params = { channel: row.channelName, reason };
      await endPost(ctx, tx, row, {
        state: 'failed',
        cause: { code: 'publishing:cause.given-up', params, next: 'change' },
      });
    }
    return (await postOf(tx, link, id)) ?? row;
  });
}

function linkOf(handover: ChannelHandover | undefined, pasted: string): string | null {
  if (handover === undefined) return fail('publishing:channel.unavailable', {}, { kind: 'unavailable' });
  if (pasted.trim() === '') {
    return handover.hasLinks ? fail('publishing:phone.no-link', {}, { kind: 'invalid' }) : null;
  }
  return handover.linkIn(pasted) ?? fail('publishing:phone.other-link', {}, { kind: 'invalid' });
}
