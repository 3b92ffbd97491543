import { and, desc, eq, isNotNull, sql, type SQL } from 'drizzle-orm';

import type { CallData } from '#core/contract/call.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import type { listTaskCauses as listCall } from '#plugins/publishing/post-calls.ts';
import { publishingPosts, type PostCause } from '../tables.ts';
import { ownTask } from './list-posts.ts';

const codeOf = sql<string>`${publishingPosts.cause} ->> 'code'`;
const reasonOf = sql<string>`coalesce(${publishingPosts.cause} -> 'params' ->> 'reason', '')`;

/** What causes are told apart by. */
export interface CauseKey {
  code: string;
  reason: string;
}

/** Posts of a task that have failed: all of them, or those for one cause. */
export const failedFor = (taskId: string, cause?: CauseKey): SQL | undefined =>
  and(
    eq(publishingPosts.taskId, taskId),
    eq(publishingPosts.state, 'failed'),
    ...(cause === undefined ? [] : [eq(codeOf, cause.code), eq(reasonOf, cause.reason)]),
  );

/**
 * Why posts of a task have failed, the most frequent cause first.
 * @throws expected `publishing:task.missing` (404)
 */
export async function listTaskCauses(
  { db }: Pick<ServerContext, 'db'>,
  { accountId, id }: { accountId: string; id: string },
  language: MessageLanguage,
): Promise<CallData<typeof listCall>> {
  await ownTask(db, accountId, id);
  const { cause, channelName, platform } = publishingPosts;
  const count = sql<number>`count(*)::int`;
  const rows = await db.orm
    .select({
      ...{ code: codeOf, reason: reasonOf, count },
      accounts: sql<number>`count(distinct (${platform}, ${channelName}))::int`,
      cause: sql<PostCause>`(array_agg(${cause}))[1]`,
    })
    .from(publishingPosts)
    .where(and(eq(publishingPosts.accountId, accountId), isNotNull(cause), failedFor(id)))
    .groupBy(codeOf, reasonOf)
    .orderBy(desc(count));
  return {
    causes: rows.map(({ accounts, cause: { code, params, next }, ...row }) => {
      const all = translate(language, 'publishing:cause.accounts', { count: accounts });
      if (accounts === 1) return { ...row, next, text: translate(language, code, params) };
      // A number of accounts stands in place of a name, and has no quotes around it as a name has.
      const text = translate(language, code, { ...params, channel: all }).replace(`“${all}”`, () => all);
      return { ...row, next, text };
    }),
  };
}
