import { ExpectedError, fail } from '#core/contract/errors.ts';
import type { Cost } from '#core/contract/price.ts';
import { FEATURES } from '#core/contract/tiers.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { serverSettings } from '#core/server/services/settings/server-settings.ts';

import { MIX_TOOL } from '#plugins/mixing/mix-settings.ts';
import type { MixProject } from '#plugins/mixing/project.ts';
import { assertRunnable } from '#plugins/mixing/project-rules.ts';
import { settings } from '#plugins/mixing/settings.ts';
import { assertEffects } from '../effects/assert-effects.ts';
import { neededLibrary } from '../library.ts';
import { knownMaterials } from '../measure/known-materials.ts';
import { assertVoice } from '../preview/list-voices.ts';
import { findMixProject } from '../projects/find-mix-project.ts';
import { mixingRuns } from '../tables.ts';
import type { RunRefusal } from './run-facts.ts';
import { usedFiles } from './run-materials.ts';

/**
 * Starts a run of a project: a snapshot of it, and the job that plans it, in one transaction. Its files are held from
 * here on; a clip that is gone or in the trash is refused by name, and the others go on.
 * @returns its id
 * @throws expected `mixing:project-missing` (404), `mixing:batch-locked` (403), a broken rule, `mixing:music-missing` or
 *   an effect as in {@link assertEffects} (422, 403), a voice as in {@link assertVoice} (422), `mixing:library-missing`
 *   (503)
 */
export async function createMixRun(
  ctx: ServerContext,
  caller: Caller,
  projectId: string,
  options: { count: number; share?: number; seed: number; agreed?: Cost | null },
  language: 'zh' | 'en',
): Promise<string> {
  const { freeOutputs } = await serverSettings(ctx, settings).operator();
  if (options.count > freeOutputs && !caller.features.includes(FEATURES.largeMixBatch)) {
    fail('mixing:batch-locked', { most: freeOutputs }, { kind: 'forbidden' });
  }
  const { document } = await findMixProject(ctx.db.scope(caller.accountId), projectId);
  // Services are asked outside of the transaction.
  await assertVoice(ctx, caller.accountId, document, language);
  return await ctx.db.transaction(async (tx) => {
    const scope = tx.scope(caller.accountId);
    const project = await findMixProject(scope, projectId);
    assertRunnable(project.document);
    await assertEffects(ctx, caller, project.document, language);
    await refuseUnusable(ctx, caller.accountId, project.document);
    const known = await neededLibrary(ctx).find(caller.accountId, usedFiles(project.document));
    const begun = await ctx.toolRuns.begin(tx, caller.accountId, {
      ...{ tool: MIX_TOOL, name: project.document.name, settings: { project: projectId } },
      inputs: usedFiles(project.document).filter((file) => known.get(file)?.trashed !== true),
      ...{ extent: { outputs: options.count }, agreed: options.agreed },
    });
    await scope.insert(mixingRuns, {
      ...{ id: begun.id, projectId, document: project.document, createdAt: ctx.clock.now() },
      ...{ count: options.count, share: options.share ?? null, seed: options.seed },
      refused: refusedOf(project.document, new Set(begun.inputs), known),
    });
    return begun.id;
  });
}

/** Refuses a project with a group of which the library knows that nothing can be used, by the reason of its first clip. */
async function refuseUnusable(ctx: ServerContext, accountId: string, document: MixProject): Promise<void> {
  const { waiting } = await knownMaterials(ctx, accountId, document);
  const reasons = new Map(waiting.map(({ material, reason }) => [material, reason]));
  for (const group of document.groups) {
    const own = group.materials.map(({ material }) => reasons.get(material));
    const [first] = own;
    // What is missing from the library may be a file of its own, and what is prepared will be known when it is planned.
    if (first === undefined || own.some((reason) => reason === undefined || MAY_BE_USED.has(reason.code))) continue;
    throw new ExpectedError(first.code, first.params, { kind: 'invalid' });
  }
}

const MAY_BE_USED: ReadonlySet<string> = new Set(['mixing:material-missing', 'mixing:material-preparing']);

/** The materials that are not held for a run, and why. */
function refusedOf(
  document: MixProject,
  held: ReadonlySet<string>,
  known: ReadonlyMap<string, { name: string }>,
): RunRefusal[] {
  if (document.music !== null && !held.has(document.music.material)) {
    fail('mixing:music-missing', {}, { kind: 'invalid' });
  }
  const materials = new Set(document.groups.flatMap((group) => group.materials.map(({ material }) => material)));
  return [...materials].flatMap((material): RunRefusal[] => {
    if (held.has(material)) return [];
    const name = known.get(material)?.name;
    return [
      name === undefined
        ? { material, error: { code: 'mixing:material-missing', params: {} } }
        : { material, error: { code: 'mixing:material-trashed', params: { name } } },
    ];
  });
}
