import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { TextCue } from '#core/contract/text-cue.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { JobHandler } from '#core/server/services/jobs/jobs.ts';
import { EYE } from '#plugins/eye/server/api.ts';

import { sourceOf } from './source-of.ts';

const readTextSchema = z.strictObject({ id: z.uuid(), language: z.string() });

/** Reads the text of a video, unless that was done before. @throws expected `mask:eye-missing`, `mask:video-missing`, and what the eye says */
export async function readText(
  ctx: ServerContext,
  accountId: string,
  { id, language }: z.output<typeof readTextSchema>,
  { signal, progress }: { signal: AbortSignal; progress(done: number, secondsLeft?: number): void },
): Promise<readonly TextCue[]> {
  const eye = ctx.use(EYE) ?? fail('mask:eye-missing', {}, { kind: 'unavailable' });
  const source = await sourceOf(ctx, accountId, { id, kind: 'video' });
  const onProgress = (done: number, left: number | null) => progress(done, left ?? undefined);
  return (await eye.readVideo(source, { language, signal, onProgress })).cues;
}

/** The job that reads the text of one video; its page hears of the task. */
export function readTextJob(ctx: ServerContext): JobHandler {
  return async (job) => {
    await readText(ctx, job.task.accountId, readTextSchema.parse(job.payload), job);
    await job.complete();
  };
}
