import { eq } from 'drizzle-orm';

import { ExpectedError, fail } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { usableChannels } from '../channels/channel-users.ts';
import { publishingChannels, publishingPosts } from '../tables.ts';
import { endPost, endPublished, type PostRow } from './end-post.ts';
import { freePlatforms } from './free-platforms.ts';
import { usePlaces } from './post-place.ts';
import { postedFiles } from './posted-files.ts';

/** Longer than this transaction takes. */
const HOLD_MILLISECONDS = 60_000;

/**
 * Ends a post as published of which nobody knew whether it is out, because its owner has found it at the platform. It
 * costs what it would have cost.
 * @throws expected `publishing:post.not-unclear` (409) for another one, `publishing:already` (409) where the video has gone
 *   out again since, `core:ledger.short.publishes`
 */
export async function confirmPost(ctx: ServerContext, tx: Tx, row: PostRow): Promise<void> {
  const { id, accountId, channelId, fileId, name, platform } = row;
  if (row.state !== 'failed' || row.cause?.next !== 'look') {
    fail('publishing:post.not-unclear', {}, { kind: 'conflict' });
  }
  if (channelId !== null && (await postedFiles(tx, [channelId], [fileId])).size > 0) {
    fail('publishing:already', { name, channel: row.channelName }, { kind: 'conflict' });
  }
  const round = row.round + 1;
  let holdId: string | null = null;
  if (!(await freePlatforms(ctx)).has(platform)) {
    const hold = await ctx.ledger.hold(tx, {
      ...{ accountId, unit: 'publishes', amount: 1, job: `publishing.post:${id}` },
      ...{ key: `publishing.post:${id}:${round}:hold`, facts: { service: `publishing.${platform}`, name } },
      deadline: new Date(ctx.clock.now().getTime() + HOLD_MILLISECONDS),
    });
    holdId = hold.id;
  }
  await tx.scope(accountId).update(publishingPosts, eq(publishingPosts.id, id), { round, holdId, claim: null });
  await usePlaces(ctx, tx, accountId, [row]);
  const confirmed = { ...row, round, holdId };
  const hash = await hashOf(ctx, row);
  const [channel] = channelId === null ? [] : await usableChannels(tx, accountId, eq(publishingChannels.id, channelId));
  if (hash === null) await endPost(ctx, tx, confirmed, { state: 'published', link: null });
  else await endPublished(ctx, tx, confirmed, { link: null, hash, channel });
}

/** Null where its video was removed since. */
async function hashOf({ files }: ServerContext, { accountId, fileId }: PostRow): Promise<string | null> {
  try {
    return (await files.get(accountId, fileId)).hash;
  } catch (error) {
    if (error instanceof ExpectedError) return null;
    throw error;
  }
}
