import { join } from 'node:path';

import { eq, sql } from 'drizzle-orm';

import { ExpectedError } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { soundNode } from '#core/server/services/media/operations/sound-source.ts';
import type { End, ItemOf, Outcome, ToolWork } from '#core/server/services/tool-runs/tool.ts';

import type { MixSettings } from '#plugins/mixing/mix-settings.ts';
import { prepareMaterials } from '../render/prepare-materials.ts';
import { recipeOf } from '../render/recipe.ts';
import { renderOutput, type RenderedOutput } from '../render/render-output.ts';
import { makeStill } from '../render/still.ts';
import { speakersOf, voiceOver } from '../render/voice-over.ts';
import { mixingProjects, mixingRuns, type Run } from '../tables.ts';
import { compareFinished } from './compare-finished.ts';
import { findMixRun } from './find-mix-run.ts';
import { keepFootage, packOutput } from './output-facts.ts';
import type { PlannedOutput } from './outputs.ts';
import type { RunRefusal } from './run-facts.ts';
import { fileSource, runMaterials } from './run-materials.ts';

/** Makes one output of a run, and compares it with all that are finished before anybody sees it. */
export async function renderRunOutput(
  ctx: ServerContext,
  item: ItemOf<MixSettings, PlannedOutput>,
  work: ToolWork,
): Promise<Outcome> {
  const { accountId, id: runId } = item.run;
  const run = await findMixRun(ctx.db.scope(accountId), runId);
  const rendered = await render(ctx, run, item, work);
  if ('refused' in rendered) {
    const { refused } = rendered;
    return {
      ...{ state: 'replaced', error: refused[0].error },
      async confirm(tx) {
        await inDatabase(tx).update(mixingRuns, eq(mixingRuns.id, runId), {
          // Drizzle's types take plain values only; the driver takes an expression as well.
          refused: sql`${mixingRuns.refused} || ${JSON.stringify(refused)}::jsonb` as unknown as RunRefusal[],
        });
        return undefined;
      },
    };
  }
  const facts = { ...packOutput(rendered.output), ...rendered.picture };
  const findAlike = compareFinished(run, item, rendered.output);
  const before = await findAlike(ctx.db.scope(accountId));
  const { path, poster, output } = rendered;

  return {
    ...{ state: 'made', files: [{ path, type: 'video/mp4', ending: '.mp4' }], facts, seconds: output.seconds },
    ...(poster === null ? {} : { poster }),
    async confirm(tx): Promise<Exclude<End, { state: 'made' }> | undefined> {
      const scope = inDatabase(tx);
      // Nobody finishes another one of the project meanwhile; those that were finished since are compared, too.
      await tx?.orm.select().from(mixingProjects).where(eq(mixingProjects.id, run.projectId)).for('update');
      const alike = before ?? (await findAlike(scope));
      if (tx !== null) await keepFootage(tx, run, output);
      if (alike === null) return undefined;
      const { plan } = await findMixRun(scope, runId);
      const lookalikes = [...new Set([...(plan?.lookalikes ?? []), ...alike.lookalikes])];
      await scope.update(mixingRuns, eq(mixingRuns.id, runId), { plan: plan && { ...plan, lookalikes } });
      return { state: 'replaced', facts: { ...facts, likeId: alike.file } };
    },
  };

  function inDatabase(tx: Tx | null) {
    if (tx === null) throw new TypeError('a run of a project is kept in the database');
    return tx.scope(accountId);
  }
}

type Rendered =
  | { path: string; poster: string | null; output: RenderedOutput; picture: { width: number; height: number } }
  | { refused: [RunRefusal, ...RunRefusal[]] };

async function render(
  ctx: ServerContext,
  run: Run,
  { params: { shots, title, place } }: ItemOf<MixSettings, PlannedOutput>,
  { folder: work, signal, progress }: ToolWork,
): Promise<Rendered> {
  const { accountId, document: project, plan } = run;
  const { media } = ctx;
  const used = new Set(shots.map(({ material }) => material));
  const prepared = await prepareMaterials(media, runMaterials(ctx, accountId, project, used), { signal });
  const [missing, ...more] = prepared.refused.map(({ id, error }) => refusal(id, error));
  if (missing !== undefined) return { refused: [missing, ...more] };
  const materials = new Map(prepared.ready.map((material) => [material.id, material]));
  const blends = new Map(Object.entries(plan?.blends ?? {}));
  const recipe = recipeOf(media, { project, materials, blends, shots, title });
  const music = project.music === null ? undefined : await fileSource(ctx, accountId, project.music.material);
  const path = join(work, 'output.mp4');
  try {
    const output = await renderOutput(media, {
      ...{ project, recipe, work, output: path, signal },
      sounds: {
        music: music === undefined ? undefined : soundNode(media.runner, music),
        voice: await voiceOver(media, speakersOf(ctx, accountId), project, {
          ...{ position: place, seconds: plan?.shortestSeconds ?? 0, signal },
        }),
      },
      onProgress: (done, left) => progress(done, left ?? undefined),
    });
    const poster = await makeStill(ctx, recipe, join(work, 'poster.jpg'), signal);
    const { width, height } = recipe.picture;
    return { path, poster, output, picture: { width, height } };
  } catch (error) {
    if (!(error instanceof ExpectedError) || error.code !== 'core:media.broken') throw error;
    const broken = prepared.ready.filter(({ source }) => source.hash === error.params['material']);
    const [first, ...others] = broken.map(({ id }) => refusal(id, error));
    if (first === undefined) throw error;
    return { refused: [first, ...others] };
  }
}

function refusal(material: string, { code, params }: ExpectedError): RunRefusal {
  return { material, error: { code, params } };
}
