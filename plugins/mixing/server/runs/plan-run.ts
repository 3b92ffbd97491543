import { and, eq, inArray } from 'drizzle-orm';

import { cleanName } from '#core/contract/clean-name.ts';
import type { AccountScope } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Answer, PlannedItem, RunOf, ToolWork } from '#core/server/services/tool-runs/tool.ts';
import { coreToolItems } from '#core/server/services/tool-runs/tables.ts';

import { dubbingParts } from '#plugins/mixing/dubbing.ts';
import type { MixSettings } from '#plugins/mixing/mix-settings.ts';
import { LARGEST_MATERIAL } from '#plugins/mixing/project.ts';
import { assertRunnable } from '#plugins/mixing/project-rules.ts';
import { assertEffectsRun } from '../effects/assert-effects-run.ts';
import { missingGlyphs } from '#core/server/services/media/fonts/missing-glyphs.ts';
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
import { speakersOf, voiceOvers } from '../render/voice-over.ts';
import { mixingProjects, mixingRuns, type Run } from '../tables.ts';
import { chooseMissing, shownFootage, type ChooseMissingOptions } from './choose-missing.ts';
import { findMixRun } from './find-mix-run.ts';
import { weightsOf } from './output-weights.ts';
import type { PlannedOutput } from './outputs.ts';
import type { RunRefusal } from './run-facts.ts';
import { runMaterials } from './run-materials.ts';

/** Pairs of clips that show the same and are named. */
const MAX_ALIKE = 50;

/** Inspects a run's materials; which outputs are missing is chosen when nobody else chooses for its project. */
export async function planRun(
  ctx: ServerContext,
  { id: runId, accountId }: RunOf<MixSettings>,
  { signal, progress }: ToolWork,
): Promise<Answer<PlannedItem<PlannedOutput>[]>> {
  const scope = ctx.db.scope(accountId);
  const run = await findMixRun(scope, runId);
  const project = run.document;
  assertEffectsRun(ctx.media, project);
  const known = new Set(run.refused.map(({ material }) => material));
  const candidates = runMaterials(ctx, accountId, project).filter(({ id }) => !known.has(id));
  const { ready, refused } = await prepareMaterials(ctx.media, candidates, {
    ...{ limits: { maxBytes: LARGEST_MATERIAL }, compare: true, signal },
    onProgress: (done, total) => progress((done / total) * 0.9),
  });
  const found = refused.map(({ id, error: { code, params } }): RunRefusal => ({
    material: id,
    error: { code, params },
  }));
  const refusals = [...run.refused, ...found];
  const materials = new Map(ready.map((material) => [material.id, material]));
  try {
    assertGroupsUsable(project, materials, refusals.length);
  } catch (error) {
    // The run shows why each of them was refused.
    await scope.update(mixingRuns, eq(mixingRuns.id, run.id), { refused: refusals });
    throw error;
  }
  await compareShown(project, materials, signal);
  const choices = shotChoices(project, materials);
  const { groups } = choices;
  const { blends, shortestSeconds, longestSeconds } = shotTiming(project, groups);
  assertRunnable(project, { shortest: shortestSeconds });
  const glyphs = await missingGlyphs(ctx.media.runner)(projectTexts(project), signal);
  const footage = await shownFootage(scope, run, project);
  const paces = await readPaces(ctx);
  if (footage !== null && canListAll(groups)) {
    await learnFootage(ctx.media, { project, materials, groups, footage, signal });
  }
  await voiceOvers(ctx.media, speakersOf(ctx, accountId), project, {
    ...{ positions: await spokenPlaces(scope, run, { project, choices, footage }), seconds: shortestSeconds, signal },
  });

  return async (tx) => {
    if (tx === null) throw new TypeError('a run of a project is kept in the database');
    // Two runs of a project plan one after the other, so that neither repeats the other's videos.
    await tx.orm.select().from(mixingProjects).where(eq(mixingProjects.id, run.projectId)).for('update');
    const own = tx.scope(accountId);
    const locked = await findMixRun(own, runId);
    const chosen = await chooseMissing(own, locked, { project, choices, footage });
    const mostShared = Math.max(chosen.mostShared, locked.plan?.mostShared ?? 0);
    const { further, offered } = chosen;
    const method = chosen.method ?? locked.plan?.method ?? null;
    const alike = choices.alike.slice(0, MAX_ALIKE);
    const facts = { blends: Object.fromEntries(blends), shortestSeconds, mostShared, further, alike, method };
    const each = { least: shortestSeconds, most: longestSeconds };
    const estimate = estimateOf(paces, shotWork(project, groups, blends), chosen.outputs.length, each);
    const plan = { ...locked.plan, ...facts, glyphs, offered, estimate };
    await own.update(mixingRuns, eq(mixingRuns.id, runId), { plan, planned: chosen.target, refused: refusals });
    return await placed(own, locked, chosen.outputs);
  };
}

/**
 * The places whose outputs speak. They are chosen once more when they are written down, since another run of the project
 * may take some of them until then; what is said there then is spoken as they are made.
 */
async function spokenPlaces(scope: AccountScope, run: Run, options: ChooseMissingOptions): Promise<number[]> {
  const { dubbing } = options.project;
  if (dubbing === null) return [];
  // All say the same.
  if (dubbingParts(dubbing).length <= 1) return [0];
  const { outputs } = await chooseMissing(scope, run, options);
  return await freePlaces(scope, run, outputs.length);
}

/** The lowest places of a run that are free. */
async function freePlaces(scope: AccountScope, run: Run, count: number): Promise<number[]> {
  const standing = await scope.select(coreToolItems, {
    where: and(eq(coreToolItems.runId, run.id), inArray(coreToolItems.state, ['made', 'planned', 'failed'])),
  });
  const taken = new Set(standing.map(({ position }) => position));
  const places: number[] = [];
  for (let place = 0; places.length < count; place += 1) if (!taken.has(place)) places.push(place);
  return places;
}

/** Gives outputs the lowest places that are free, titles and names. */
async function placed(
  scope: AccountScope,
  run: Run,
  chosen: readonly PlacedShot[][],
): Promise<PlannedItem<PlannedOutput>[]> {
  const { document: project } = run;
  const places = await freePlaces(scope, run, chosen.length);
  const titles = project.titles?.texts ?? [];
  const weights = weightsOf(chosen);
  return chosen.map((shots, at) => {
    const position = places[at] ?? at;
    const title = titles[position % titles.length] ?? null;
    const name = `${cleanName(project.name)}-${String(position + 1).padStart(3, '0')}`;
    return {
      ...{ position, name, params: { shots, title, place: position }, cost: weights[at] ?? 1 },
      sources: [...new Set(shots.map(({ material }) => material))],
    };
  });
}
