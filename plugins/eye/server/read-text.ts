import { z } from 'zod';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { JobHandler } from '#core/server/services/jobs/jobs.ts';

import { createEye } from './eye.ts';
import { sourceOf } from './source-of.ts';

const readTextSchema = z.strictObject({ id: z.uuid(), language: z.string() });

/** The job that reads the text of one video, unless that was done before; its page hears of the task. */
export function readTextJob(ctx: ServerContext): JobHandler {
  const eye = createEye(ctx);
  return async (job) => {
    const { id, language } = readTextSchema.parse(job.payload);
    const source = await sourceOf(ctx, job.task.accountId, id);
    const onProgress = (done: number, left: number | null) => job.progress(done, left ?? undefined);
    await eye.readVideo(source, { language, signal: job.signal, onProgress });
    await job.complete();
  };
}
