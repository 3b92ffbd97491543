import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

import { and, asc, eq, lt, type SQL } from 'drizzle-orm';
import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import type { PhoneLink, PhoneLinkKind } from '#plugins/publishing/phone-calls.ts';
import { publishingChannels, publishingPhoneLinks, publishingPosts, publishingTasks } from '../tables.ts';
import type { PostRow } from '../posts/end-post.ts';

export type LinkRow = typeof publishingPhoneLinks.$inferSelect;

const LASTS_MILLISECONDS = 7 * 24 * 60 * 60_000;

type Parts = Pick<ServerContext, 'db' | 'clock' | 'keyFor'>;

/** What proves that a link is one of ours: 132 bits. */
function signatureOf({ keyFor }: Pick<ServerContext, 'keyFor'>, { subjectId, kind, seed, endsAt }: LinkRow): string {
  return createHmac('sha256', keyFor('publishing-phone'))
    .update(JSON.stringify([kind, subjectId, seed, endsAt.getTime()]))
    .digest('base64url')
    .slice(0, 22);
}

/**
 * The link to what somebody posts by hand.
 * @param wish.isNew ends the link that there is
 * @throws expected `publishing:post.missing`, `publishing:task.missing`, `publishing:channel.missing` (404)
 */
export async function makeLink(
  ctx: Parts,
  accountId: string,
  { kind, id, isNew, origin }: { kind: PhoneLinkKind; id: string; isNew: boolean; origin: string },
): Promise<PhoneLink> {
  return await ctx.db.transaction(async (tx) => {
    await assertOwn(tx, accountId, kind, id);
    const scope = tx.scope(accountId);
    const [known] = await tx.orm
      .select()
      .from(publishingPhoneLinks)
      .where(and(eq(publishingPhoneLinks.subjectId, id), eq(publishingPhoneLinks.accountId, accountId)))
      .for('update');
    const now = ctx.clock.now();
    let link = known;
    if (isNew || known === undefined || known.endsAt <= now) {
      const values = { kind, seed: randomUUID(), endsAt: new Date(now.getTime() + LASTS_MILLISECONDS) };
      [link] =
        known === undefined
          ? await tx.orm
              .insert(publishingPhoneLinks)
              .values({ subjectId: id, accountId, ...values })
              // Two that ask at once get the same one.
              .onConflictDoUpdate({ target: publishingPhoneLinks.subjectId, set: { accountId } })
              .returning()
          : await scope.update(publishingPhoneLinks, eq(publishingPhoneLinks.subjectId, id), values);
    }
    if (link === undefined) throw new Error('the link is there');
    const path = kind === 'post' ? 'douyinPublishH5' : 'douyinPublishH5-temp';
    return {
      url: `${origin}/${path}/${id}?key=${signatureOf(ctx, link)}`,
      endsAt: link.endsAt.toISOString(),
      waiting: (await waitingPosts(tx, link)).length,
    };
  });
}

const MISSING = {
  post: 'publishing:post.missing',
  task: 'publishing:task.missing',
  channel: 'publishing:channel.missing',
} as const;

async function assertOwn(tx: Tx, accountId: string, kind: PhoneLinkKind, id: string): Promise<void> {
  const scope = tx.scope(accountId);
  const found =
    kind === 'post'
      ? await scope.find(publishingPosts, eq(publishingPosts.id, id))
      : kind === 'task'
        ? await scope.find(publishingTasks, eq(publishingTasks.id, id))
        : await scope.find(publishingChannels, eq(publishingChannels.id, id));
  if (found === undefined) fail(MISSING[kind], {}, { kind: 'not-found' });
}

/**
 * The link that somebody has come by.
 * @returns `ended` for one that was good once; undefined for what is no link, or is not any more
 */
export async function findLink(
  ctx: Parts & Pick<ServerContext, 'accounts'>,
  id: string,
  key: string | undefined,
): Promise<LinkRow | 'ended' | undefined> {
  if (key === undefined || !z.uuid().safeParse(id).success) return undefined;
  const [link] = await ctx.db.orm.select().from(publishingPhoneLinks).where(eq(publishingPhoneLinks.subjectId, id));
  if (link === undefined) return undefined;
  const [given, signature] = [Buffer.from(key), Buffer.from(signatureOf(ctx, link))];
  if (given.length !== signature.length || !timingSafeEqual(given, signature)) return undefined;
  const owner = await ctx.accounts.find(ctx.db, link.accountId);
  return link.endsAt <= ctx.clock.now() || owner?.disabled !== false ? 'ended' : link;
}

/** What a link leads to, and nothing else. */
function within({ kind, subjectId, accountId }: LinkRow): SQL | undefined {
  const { id, taskId, channelId } = publishingPosts;
  const column = { post: id, task: taskId, channel: channelId }[kind];
  return and(eq(publishingPosts.accountId, accountId), eq(column, subjectId));
}

/** A post that a link leads to. */
export async function postOf(tx: Tx, link: LinkRow, id: string, lock = false): Promise<PostRow | undefined> {
  if (!z.uuid().safeParse(id).success) return undefined;
  const found = tx.orm
    .select()
    .from(publishingPosts)
    .where(and(within(link), eq(publishingPosts.id, id)));
  return (await (lock ? found.for('update') : found))[0];
}

/** The posts behind a link that somebody can publish now, the longest due first. */
export async function waitingPosts(tx: Tx, link: LinkRow): Promise<PostRow[]> {
  return await tx.orm
    .select({ post: publishingPosts })
    .from(publishingPosts)
    .innerJoin(publishingTasks, eq(publishingTasks.id, publishingPosts.taskId))
    .where(and(within(link), eq(publishingPosts.state, 'handover'), eq(publishingTasks.isPaused, false)))
    .orderBy(asc(publishingPosts.at), asc(publishingPosts.id))
    .then((rows) => rows.map(({ post }) => post));
}

/** Whether the owner of a post holds its task back. */
export async function isPaused(tx: Tx, { accountId, taskId }: PostRow): Promise<boolean> {
  return (await tx.scope(accountId).find(publishingTasks, eq(publishingTasks.id, taskId)))?.isPaused === true;
}

/** Forgets links that have ended a while ago. @returns how many */
export async function sweepLinks({ db, clock }: Pick<ServerContext, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - LASTS_MILLISECONDS);
  return (await db.orm.delete(publishingPhoneLinks).where(lt(publishingPhoneLinks.endsAt, before))).rowCount ?? 0;
}
