import { eq } from 'drizzle-orm';
import { z } from 'zod';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { JobHandler } from '#core/server/services/jobs/jobs.ts';
import { MESSAGE_LANGUAGES } from '#core/server/ground/messages.ts';

import { announceProject } from '../projects/announce-project.ts';
import { thisProject } from '../projects/find-mix-project.ts';
import { mixingProjects } from '../tables.ts';
import { adoptSample, type AdoptedPart } from './adopt-sample.ts';
import { withSamplePart } from './sample-document.ts';
import { drawSample, findSample, SAMPLE_PARTS } from './sample-set.ts';

const payloadSchema = z.object({ projectId: z.uuid(), language: z.enum(MESSAGE_LANGUAGES) });

/** The job that draws what the installation lacks of the sample, and puts it into a project part by part. */
export function drawSamples(ctx: ServerContext): JobHandler {
  return async (job) => {
    const { projectId, language } = payloadSchema.parse(job.payload);
    const { accountId } = job.task;
    for (const [done, part] of SAMPLE_PARTS.entries()) {
      const files = (await findSample(ctx, part)) ?? (await drawSample(ctx, part, job.signal));
      await ctx.db.transaction((tx) => fill(ctx, tx, projectId, { accountId, part, files, language }));
      job.progress((done + 1) / SAMPLE_PARTS.length);
    }
    await job.complete();
  };
}

async function fill(ctx: ServerContext, tx: Tx, projectId: string, part: AdoptedPart): Promise<void> {
  const { accountId } = part;
  // Whoever saves it meanwhile waits, or is waited for, so that nothing of theirs is lost.
  await tx.orm
    .select({ id: mixingProjects.id })
    .from(mixingProjects)
    .where(eq(mixingProjects.id, projectId))
    .for('update');
  const scope = tx.scope(accountId);
  const project = await scope.find(mixingProjects, thisProject(projectId));
  if (project === undefined || withSamplePart(project.document, part.part, ['']) === null) return;
  const ids = await adoptSample(ctx, tx, part);
  const document = withSamplePart(project.document, part.part, ids) ?? project.document;
  const [filled = project] = await scope.update(mixingProjects, thisProject(projectId), {
    ...{ document, revision: project.revision + 1, updatedAt: ctx.clock.now() },
  });
  await announceProject(ctx, tx, filled);
}
