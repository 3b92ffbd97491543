import { eq } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';

import { mixingPreviews } from '../tables.ts';

/**
 * Reads how far a rendered preview is.
 * @throws expected `mixing:preview-missing` (404), also for one of somebody else and one that has expired
 */
export async function readRenderedPreview(
  ctx: ServerContext,
  accountId: string,
  id: string,
  language: MessageLanguage,
) {
  const row = await ctx.db.scope(accountId).find(mixingPreviews, eq(mixingPreviews.id, id));
  return presentPreview(ctx, row ?? fail('mixing:preview-missing', {}, { kind: 'not-found' }), language);
}

/** A rendered preview as its owner sees it. */
export async function presentPreview(
  ctx: ServerContext,
  row: typeof mixingPreviews.$inferSelect,
  language: MessageLanguage,
) {
  const { id, accountId, state, fileId, error } = row;
  const file = state === 'ready' && fileId !== null ? await ctx.files.get(accountId, fileId) : null;
  const progress = state === 'working' ? (await ctx.jobs.get(accountId, row.taskId)).progress : 1;
  const reason = error ?? ({ code: 'mixing:preview-failed', params: {} } as const);
  return {
    ...{ id, state },
    progress: state === 'failed' ? 0 : progress,
    url: file === null ? null : await ctx.files.signedUrl(file),
    error: state === 'failed' ? translate(language, reason.code, reason.params) : null,
  };
}
