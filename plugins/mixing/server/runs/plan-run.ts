import { and, eq, inArray } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { JobHandler, JobRun } from '#core/server/services/jobs/jobs.ts';

import { LARGEST_MATERIAL, type MixProject } from '#plugins/mixing/project.ts';
import { assertRunnable } from '#plugins/mixing/project-rules.ts';
import { assertEffectsRun } from '../effects/assert-effects-run.ts';
import { missingGlyphs } from '../captions/missing-glyphs.ts';
import { canListAll } from '../render/plan-measured.ts';
import type { PlacedShot } from '../render/plan-outputs.ts';
import { prepareMaterials } from '../render/prepare-materials.ts';
import { projectTexts } from '#plugins/mixing/project-texts.ts';
import { compareShown, shotChoices } from '../render/shot-choices.ts';
import { estimateOf } from '../measure/estimate.ts';
import { readPaces } from '../measure/run-pace.ts';
import { shotWork } from '../measure/run-work.ts';
import { learnFootage } from '../render/shot-footage.ts';
import { shotTiming } from '../render/shot-timing.ts';
import { assertGroupsUsable } from '../render/usable-groups.ts';
import { voiceOver } from '../render/voice-over.ts';
import { mixingOutputs, mixingProjects, mixingRuns, type Run } from '../tables.ts';
import { chooseMissing, shownFootage } from './choose-missing.ts';
import { enqueueOutputs } from './enqueue-outputs.ts';
import { findMixRun } from './find-mix-run.ts';
import { CERTIFY_RUN } from './job-names.ts';
import { nameBy, sameAs, unlikeOthers } from './output-names.ts';
import { weightsOf } from './output-weights.ts';
import { announceRun } from './run-events.ts';
import type { RunPlan, RunRefusal } from './run-facts.ts';
import { runMaterials } from './run-materials.ts';
import { STAGES, tellProgress } from './run-progress.ts';
import { lockRun } from './run-state.ts';

const payloadSchema = z.object({ runId: z.uuid() });

/** Pairs of clips that show the same and are named. */
const MAX_ALIKE = 50;

/** The job that inspects a run's materials, chooses the outputs that are missing and enqueues them. */
export function planRun(ctx: ServerContext): JobHandler {
  return async (job) => {
    const { runId } = payloadSchema.parse(job.payload);
    const { accountId } = job.task;
    const scope = ctx.db.scope(accountId);
    const run = await findMixRun(scope, runId);
    if (run.state !== 'planning') {
      await job.complete();
      return;
    }
    assertEffectsRun(ctx.media, run.document);
    const known = new Set(run.refused.map(({ material }) => material));
    const candidates = runMaterials(ctx, accountId, run.document).filter(({ id }) => !known.has(id));
    const { ready, refused } = await prepareMaterials(ctx.media, candidates, {
      limits: { maxBytes: LARGEST_MATERIAL },
      compare: true,
      signal: job.signal,
      onProgress: (done, total) => {
        job.progress((done / total) * 0.9);
        void tellProgress(ctx, run, (done / total) * STAGES.planned * 0.9).catch((error: unknown) =>
          ctx.log.debug({ err: error }, 'progress was not told'),
        );
      },
    });
    const refusals = [
      ...run.refused,
      ...refused.map(({ id, error }): RunRefusal => ({
        material: id,
        error: { code: error.code, params: error.params },
      })),
    ];
    const materials = new Map(ready.map((material) => [material.id, material]));
    const project = run.document;
    try {
      assertGroupsUsable(project, materials, refusals.length);
    } catch (error) {
      // The run shows why each of them was refused.
      await scope.update(mixingRuns, eq(mixingRuns.id, run.id), { refused: refusals });
      throw error;
    }
    await compareShown(project, materials, job.signal);
    const choices = shotChoices(project, materials);
    const { groups } = choices;
    const { blends, shortestSeconds, longestSeconds } = shotTiming(project, groups);
    assertRunnable(project, { shortest: shortestSeconds });
    await voiceOver(ctx.media, ctx.providers, project, shortestSeconds, job.signal);
    const glyphs = await missingGlyphs(ctx.media.runner)(projectTexts(project), job.signal);
    const footage = await shownFootage(scope, run, project);
    const paces = await readPaces(ctx);
    if (footage !== null && canListAll(groups)) {
      await learnFootage(ctx.media, { project, materials, groups, footage, signal: job.signal });
    }

    await job.complete(async (tx) => {
      // Two runs of a project plan one after the other, so that neither repeats the other's videos.
      await tx.orm.select().from(mixingProjects).where(eq(mixingProjects.id, run.projectId)).for('update');
      const locked = await lockRun(tx, accountId, runId);
      // It was cancelled meanwhile.
      if (locked.state !== 'planning') return;
      const chosen = await chooseMissing(tx.scope(accountId), locked, { project, choices, footage });
      const mostShared = Math.max(chosen.mostShared, locked.plan?.mostShared ?? 0);
      const { further, offered } = chosen;
      const method = chosen.method ?? locked.plan?.method ?? null;
      const alike = choices.alike.slice(0, MAX_ALIKE);
      const facts = { blends: Object.fromEntries(blends), shortestSeconds, mostShared, further, alike, method };
      const each = { least: shortestSeconds, most: longestSeconds };
      const estimate = estimateOf(paces, shotWork(project, groups, blends), chosen.outputs.length, each);
      const plan = { ...locked.plan, ...facts, glyphs, offered, estimate };
      await publish(ctx, tx, job, locked, { chosen: chosen.outputs, target: chosen.target, plan, refusals, project });
    });
  };
}

interface Chosen {
  chosen: readonly PlacedShot[][];
  /** Outputs of the run in all. */
  target: number;
  plan: RunPlan;
  refusals: RunRefusal[];
  project: MixProject;
}

async function publish(ctx: ServerContext, tx: Tx, job: JobRun, run: Run, options: Chosen): Promise<void> {
  const { accountId } = job.task;
  const scope = tx.scope(accountId);
  const now = ctx.clock.now();
  const revision = run.revision + 1;
  const standing = await scope.select(mixingOutputs, {
    where: and(eq(mixingOutputs.runId, run.id), inArray(mixingOutputs.state, ['made', 'planned', 'failed'])),
  });
  const taken = new Set(standing.map(({ position }) => position));
  const names = new Set(standing.map(({ name }) => sameAs(name)));
  const titles = options.project.titles?.texts ?? [];
  const weights = weightsOf(options.chosen);
  let position = 0;
  const rows = options.chosen.map((shots, at) => {
    while (taken.has(position)) {
      position++;
    }
    taken.add(position);
    const title = titles[position % titles.length] ?? null;
    const { createdAt, timeZone, document } = run;
    const named = nameBy(run.namePattern, { project: document.name, position, title, createdAt, timeZone });
    return {
      ...{ id: uuid(), projectId: run.projectId, runId: run.id, position, shots, title, revision, createdAt: now },
      ...{ state: 'planned' as const, name: unlikeOthers(named, names), weight: weights[at] ?? 1 },
    };
  });
  if (rows.length > 0) {
    await scope.insert(mixingOutputs, rows);
    await enqueueOutputs(
      ctx,
      tx,
      run,
      rows.map(({ id }) => id),
    );
  } else {
    await ctx.jobs.enqueue(tx, CERTIFY_RUN, { accountId, subjectId: run.id, payload: { runId: run.id } });
  }
  const progress = Math.max(run.progress, rows.length > 0 ? STAGES.planned : STAGES.made);
  await scope.update(mixingRuns, eq(mixingRuns.id, run.id), {
    state: rows.length > 0 ? 'rendering' : 'certifying',
    remaining: rows.length,
    planned: options.target,
    plan: options.plan,
    refused: options.refusals,
    ...{ revision, progress, progressAt: now, updatedAt: now },
    ...(rows.length > 0 ? { workingSince: now, workingFrom: progress } : {}),
  });
  await announceRun(ctx, tx, run);
}
