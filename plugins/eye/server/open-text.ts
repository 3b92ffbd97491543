import type { z } from 'zod';

import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { TaskState } from '#core/server/services/jobs/jobs.ts';

import { READ_TEXT, readingOf, type openText as call, type VideoText } from '../calls.ts';
import type { Eye } from './api.ts';
import { sourceOf } from './source-of.ts';

const OPEN: readonly TaskState[] = ['queued', 'running', 'paused', 'cancelling'];

/**
 * What is known of a video's text; where that is nothing, it is read from now on. Twice at once reads it once.
 * @throws expected `eye:video-missing`, and what the eye says of the language
 */
export async function openText(
  ctx: ServerContext,
  eye: Eye,
  accountId: string,
  { id, language, again }: z.output<typeof call.body>,
  reader: MessageLanguage,
): Promise<VideoText> {
  const source = await sourceOf(ctx, accountId, id);
  const known = await eye.recallVideo(source, { language });
  if (known) return { state: 'read', progress: 1, cues: [...known.cues], error: null };
  const subjectId = readingOf(id, language);
  const [last] = await ctx.jobs.list(accountId, { subjectId, limit: 1, plugin: 'eye' });
  if (last !== undefined && OPEN.includes(last.state)) {
    return { state: 'reading', progress: last.progress, cues: [], error: null };
  }
  if (last?.state === 'failed' && !again) {
    const error = last.error === null ? null : translate(reader, last.error.code, last.error.params);
    return { state: 'failed', progress: 0, cues: [], error };
  }
  await ctx.db.transaction((tx) =>
    ctx.jobs.enqueue(tx, READ_TEXT, { accountId, payload: { id, language }, subjectId }),
  );
  return { state: 'reading', progress: 0, cues: [], error: null };
}
