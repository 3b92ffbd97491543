import { and, eq, inArray } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/context.ts';
import type { AccountScope, Tx } from '#core/server/database/database.ts';
import type { JobHandler, JobRun } from '#core/server/jobs/jobs.ts';

import { LARGEST_MATERIAL, type MixProject } from '#plugins/mixing/project.ts';
import { canListAll, looksAlikeAnywhere, planMeasured } from '../render/plan-measured.ts';
import { planOutputs, type PlacedShot } from '../render/plan-outputs.ts';
import { prepareMaterials } from '../render/prepare-materials.ts';
import { shotChoices, type ShotChoices } from '../render/shot-choices.ts';
import { footageOf, learnFootage, type ShotFootage } from '../render/shot-footage.ts';
import { shotTiming } from '../render/shot-timing.ts';
import { usableGroups } from '../render/usable-groups.ts';
import { voiceOver } from '../render/voice-over.ts';
import { mixingOutputs, mixingProjects, mixingRuns } from '../tables.ts';
import { findMixRun } from './find-mix-run.ts';
import { CERTIFY_RUN, RENDER_OUTPUT } from './job-names.ts';
import { unpackOutput } from './output-facts.ts';
import type { RunPlan, RunRefusal } from './run-facts.ts';
import { runMaterials } from './run-materials.ts';

const payloadSchema = z.object({ runId: z.uuid() });

type Run = typeof mixingRuns.$inferSelect;

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
    const known = new Set(run.refused.map(({ material }) => material));
    const candidates = runMaterials(ctx, accountId, run.document).filter(({ id }) => !known.has(id));
    const { ready, refused } = await prepareMaterials(ctx.media, candidates, {
      limits: { maxBytes: LARGEST_MATERIAL },
      compareBy: run.document.shotSeconds,
      signal: job.signal,
      onProgress: (done, total) => job.progress((done / total) * 0.9),
    });
    const refusals = [
      ...run.refused,
      ...refused.map(({ id, error }): RunRefusal => ({
        material: id,
        error: { code: error.code, params: error.params },
      })),
    ];
    const materials = new Map(ready.map((material) => [material.id, material]));
    const project = usableGroups(run.document, materials, refusals.length);
    const choices = shotChoices(project, materials);
    const { groups } = choices;
    const { blends, shortestSeconds } = shotTiming(project, groups);
    await voiceOver(ctx.media, ctx.providers, project, shortestSeconds, job.signal);
    const footage = await shownFootage(scope, run, project);
    if (footage !== null && canListAll(groups)) {
      await learnFootage(ctx.media, { project, materials, groups, footage, signal: job.signal });
    }

    await job.complete(async (tx) => {
      // Two runs of a project plan one after the other, so that neither repeats the other's videos.
      await tx.orm.select().from(mixingProjects).where(eq(mixingProjects.id, run.projectId)).for('update');
      const chosen = await chooseMissing(tx.scope(accountId), run, project, choices, footage);
      const mostShared = Math.max(chosen.mostShared, run.plan?.mostShared ?? 0);
      const facts = { blends: Object.fromEntries(blends), shortestSeconds, mostShared };
      const plan = { ...facts, lookalikes: run.plan?.lookalikes };
      await publish(ctx, tx, job, run, { chosen: chosen.outputs, target: chosen.target, plan, refusals, project });
    });
  };
}

/** What the run's videos showed so far; null while nothing in them looks alike that was not planned so. */
async function shownFootage(scope: AccountScope, run: Run, project: MixProject): Promise<ShotFootage | null> {
  const outputs = await scope.select(mixingOutputs, { where: eq(mixingOutputs.runId, run.id) });
  const shown = outputs.flatMap(({ shots, facts }) =>
    facts === null ? [] : [{ shots, parts: unpackOutput(facts).parts }],
  );
  const footage = footageOf(project, shown);
  return outputs.some(({ state }) => state === 'replaced') || looksAlikeAnywhere(footage) ? footage : null;
}

/** Chooses outputs that are still missing, distinct from all that the project has and had. */
async function chooseMissing(
  scope: AccountScope,
  run: Run,
  project: MixProject,
  { groups, merged }: ShotChoices,
  footage: ShotFootage | null,
) {
  const earlier = await scope.select(mixingOutputs, { where: eq(mixingOutputs.projectId, run.projectId) });
  const own = earlier.filter((output) => output.runId === run.id && output.state === 'made');
  const target = run.planned ?? run.count;
  const missing = target - own.length;
  if (missing <= 0) {
    return { outputs: [], target, mostShared: 0 };
  }
  const others = earlier.filter(({ runId, state }) => state !== 'given-up' && (footage === null || runId !== run.id));
  const named = ({ shots }: (typeof earlier)[number]) =>
    shots.map((shot) => ({ ...shot, symbol: merged.get(shot.symbol) ?? shot.symbol }));
  const history = others.map((output) => named(output).map(({ symbol }) => symbol));
  const { seed } = run;
  const share = run.share ?? undefined;
  if (footage !== null) {
    const found = planMeasured({
      ...{ project, groups, count: target, share, seed, history, footage },
      made: own.map((output) => ({ shots: named(output), fixed: false, refused: false })),
      mostShared: run.plan?.mostShared ?? 0,
      lookalikes: new Set(run.plan?.lookalikes),
    });
    const replaced = own.filter((_, at) => !found.kept.includes(at)).map(({ id }) => id);
    if (replaced.length > 0) {
      await scope.update(mixingOutputs, inArray(mixingOutputs.id, replaced), { state: 'replaced' });
    }
    const { kept, outputs, mostShared } = found;
    return { outputs, target: kept.length + outputs.length, mostShared };
  }
  const planned = planOutputs({ project, groups, count: missing, share, seed, history });
  if (planned.outputs.length === 0 && own.length === 0) {
    fail('mixing:nothing-usable', { refused: run.refused.length }, { kind: 'invalid' });
  }
  return { outputs: planned.outputs, target: own.length + planned.outputs.length, mostShared: planned.plan.maxShared };
}

interface Chosen {
  chosen: readonly PlacedShot[][];
  target: number;
  plan: RunPlan;
  refusals: RunRefusal[];
  project: MixProject;
}

async function publish(ctx: ServerContext, tx: Tx, job: JobRun, run: Run, options: Chosen): Promise<void> {
  const { accountId } = job.task;
  const scope = tx.scope(accountId);
  const now = ctx.clock.now();
  const taken = new Set(
    (
      await scope.select(mixingOutputs, {
        where: and(eq(mixingOutputs.runId, run.id), inArray(mixingOutputs.state, ['made', 'planned'])),
      })
    ).map(({ position }) => position),
  );
  const titles = options.project.titles?.texts ?? [];
  let position = 0;
  const rows = options.chosen.map((shots) => {
    while (taken.has(position)) {
      position++;
    }
    taken.add(position);
    const title = titles[position % titles.length] ?? null;
    const base = { id: uuid(), projectId: run.projectId, runId: run.id, position, shots, title };
    return { ...base, state: 'planned' as const, createdAt: now };
  });
  if (rows.length > 0) {
    await scope.insert(mixingOutputs, rows);
    await ctx.jobs.enqueueMany(
      tx,
      RENDER_OUTPUT,
      rows.map((row) => ({ accountId, subjectId: run.id, payload: { runId: run.id, outputId: row.id } })),
    );
  } else {
    await ctx.jobs.enqueue(tx, CERTIFY_RUN, { accountId, subjectId: run.id, payload: { runId: run.id } });
  }
  // A run that was cancelled meanwhile stays cancelled; its outputs find that out and do nothing.
  await scope.update(
    mixingRuns,
    and(eq(mixingRuns.id, run.id), eq(mixingRuns.state, 'planning')) ?? eq(mixingRuns.id, run.id),
    {
      state: rows.length > 0 ? 'rendering' : 'certifying',
      remaining: rows.length,
      planned: options.target,
      plan: options.plan,
      refused: options.refusals,
      updatedAt: now,
    },
  );
  await ctx.events.publish(tx, { accountId, topic: 'mixing.run', data: { runId: run.id } });
}
