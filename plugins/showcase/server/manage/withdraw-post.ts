import { and, eq, isNotNull, lt } from 'drizzle-orm';

import type { CallData } from '#core/contract/call.ts';
import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import type { withdrawPost as call } from '#plugins/showcase/calls.ts';
import { showcasesChanged } from '#plugins/showcase/events.ts';
import { showcasePosts } from '../tables.ts';

/** How long what was taken down can be put back. */
const KEPT_MILLISECONDS = 30 * 24 * 60 * 60 * 1000;
/** Posts whose files go in one round. */
const AT_ONCE = 100;

/**
 * Takes a post down, or puts it back.
 * @throws expected `showcase:post-none` (404), also for one whose files are gone
 */
export async function withdrawPost(
  { db, clock, events }: Pick<ServerContext, 'db' | 'clock' | 'events'>,
  accountId: string,
  { id, withdrawn }: { id: string; withdrawn: boolean },
): Promise<CallData<typeof call>> {
  await db.transaction(async (tx) => {
    const own = [eq(showcasePosts.id, id), isNotNull(showcasePosts.videoId)] as const;
    const withdrawnAt = withdrawn ? clock.now() : null;
    const [changed] = await tx.scope(accountId).update(showcasePosts, own, { withdrawnAt });
    if (changed === undefined) fail('showcase:post-none', {}, { kind: 'not-found' });
    await events.publish(tx, showcasesChanged, { accountId });
  });
  return null;
}

/** Removes the files of posts that were taken down a while ago; their addresses go on to say so. @returns of how many */
export async function sweepWithdrawn({
  db,
  files,
  clock,
}: Pick<ServerContext, 'db' | 'files' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - KEPT_MILLISECONDS);
  const old = and(lt(showcasePosts.withdrawnAt, before), isNotNull(showcasePosts.videoId));
  const due = await db.orm.select().from(showcasePosts).where(old).limit(AT_ONCE);
  for (const { id, accountId, videoId, posterId } of due) {
    const free = await db.transaction(async (tx) => {
      const gone = { videoId: null, posterId: null };
      const [left] = await tx.orm
        .update(showcasePosts)
        .set(gone)
        .where(and(eq(showcasePosts.id, id), old))
        .returning({ id: showcasePosts.id });
      // It was put back meanwhile.
      if (left === undefined) return null;
      return files.forget(
        tx,
        accountId,
        [videoId, posterId].filter((file) => file !== null),
      );
    });
    await free?.();
  }
  return due.length;
}
