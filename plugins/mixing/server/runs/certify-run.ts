import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';

import type { AccountScope } from '#core/server/ground/database/database.ts';
import { REELPORT_VERSION } from '#core/server/ground/version.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { coreToolItems, coreToolRuns } from '#core/server/services/tool-runs/tables.ts';
import type { Answer, Json, RunOf, ToolWork } from '#core/server/services/tool-runs/tool.ts';

import type { Certificate } from '#plugins/mixing/certificate.ts';
import type { MixSettings } from '#plugins/mixing/mix-settings.ts';
import { LARGEST_MATERIAL } from '#plugins/mixing/project.ts';
import { certifyOutputs, type MadeOutput } from '../certificate/certify-outputs.ts';
import { settingsDigest } from '../certificate/settings-digest.ts';
import { notePace } from '../measure/run-pace.ts';
import { prepareMaterials } from '../render/prepare-materials.ts';
import { compareShown, shotChoices } from '../render/shot-choices.ts';
import { mixingRuns, type Run } from '../tables.ts';
import { certifiedFile, earlierFile } from './certified-file.ts';
import { earlierOutputs } from './choose-missing.ts';
import { findMixRun } from './find-mix-run.ts';
import { withFootage, type ShownOutput } from './output-facts.ts';
import { madeOf, ofProject, selectOutputs, type Output } from './outputs.ts';
import { fileSource, runMaterials } from './run-materials.ts';

/** Certifies a run: every pair of its videos, which were compared one by one as they were finished. */
export async function certifyRun(
  ctx: ServerContext,
  { id, accountId }: RunOf<MixSettings>,
  { signal }: ToolWork,
): Promise<Answer<Json>> {
  const scope = ctx.db.scope(accountId);
  const run = await findMixRun(scope, id);
  const work = await scope.find(coreToolRuns, eq(coreToolRuns.id, id));
  const made = await madeOf(scope, id);
  const certificate = await certify(ctx, run, made, signal);
  return async (tx) => {
    if (tx === null || work === undefined) throw new TypeError('a run of a project is kept in the database');
    await tx.scope(accountId).update(mixingRuns, eq(mixingRuns.id, id), { certificate });
    await notePace(ctx, tx, run, { work, made });
    return null;
  };
}

/** Compares a run's videos with each other, and with those that other runs of its project have made. */
async function certify(
  ctx: ServerContext,
  run: Run,
  made: readonly Output[],
  signal: AbortSignal,
): Promise<Certificate> {
  const { accountId, document: project, seed } = run;
  const scope = ctx.db.scope(accountId);
  const refused = new Set(run.refused.map(({ material }) => material));
  const candidates = runMaterials(ctx, accountId, project).filter(({ id }) => !refused.has(id));
  const limits = { maxBytes: LARGEST_MATERIAL };
  const { ready } = await prepareMaterials(ctx.media, candidates, { limits, compare: true, signal });
  const materials = new Map(ready.map((material) => [material.id, material]));
  const music = project.music === null ? undefined : await musicHash(ctx, accountId, project.music.material);
  const share = run.share ?? undefined;
  await compareShown(project, materials, signal);
  const { groups, merged } = shotChoices(project, materials);
  const alike = and(eq(coreToolItems.runId, run.id), isNotNull(sql`${coreToolItems.facts} ->> 'likeId'`));
  const replaced = await selectOutputs(scope, alike);
  const shown = await shownBeside(scope, run);
  return certifyOutputs({
    ...{ project, merged, groups, mostShared: run.plan?.mostShared ?? null },
    earlier: { outputs: comparable(shown.outputs, ({ id }) => earlierFile(id)), all: shown.all },
    replaced: replaced.flatMap((output) => replacedOf(output, made)),
    outputs: comparable(await withFootage(scope, run.projectId, made), ({ position }) => certifiedFile(position)),
    ...{ share, seed, method: run.plan?.method ?? null, loosenedFrom: run.plan?.loosenedFrom ?? null },
    settings: settingsDigest({ project, share, seed, music, materials: ready }),
    tools: { reelport: REELPORT_VERSION, ffmpeg: ctx.media.runner.tools.version },
    now: ctx.clock.now(),
  });
}

/** What other runs of the project have made, and how many there are of them. */
async function shownBeside(scope: AccountScope, run: Run): Promise<{ outputs: ShownOutput[]; all: number }> {
  const { runId, state } = coreToolItems;
  return {
    outputs: await withFootage(scope, run.projectId, await earlierOutputs(scope, run)),
    all: await scope.count(coreToolItems, and(ofProject(run.projectId), eq(state, 'made'), ne(runId, run.id))),
  };
}

/** What took the place of a video that was too much like another one. */
function replacedOf({ likeId, position, shots }: Output, made: readonly Output[]): Certificate['replaced'] {
  if (likeId === null) return [];
  const [by, like] = [made.find((other) => other.position === position), made.find(({ id }) => id === likeId)];
  return [
    {
      by: by === undefined ? null : certifiedFile(position),
      like: like === undefined ? earlierFile(likeId) : certifiedFile(like.position),
      shots: shots.map(({ group, material, window: { start, end } }) => ({ group, material, start, end })),
    },
  ];
}

/** Music that is deleted while its videos are compared leaves the rest as good as it is. */
async function musicHash(ctx: ServerContext, accountId: string, material: string): Promise<string | undefined> {
  return fileSource(ctx, accountId, material).then(
    ({ hash }) => hash,
    () => undefined,
  );
}

function comparable(outputs: readonly ShownOutput[], fileOf: (output: Output) => string): MadeOutput[] {
  return outputs.map((output) => ({
    ...output.rendered,
    ...{ file: fileOf(output), title: output.title, shots: output.shots },
  }));
}
