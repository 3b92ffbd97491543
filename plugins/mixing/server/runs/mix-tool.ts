import { and, eq, sql } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { clonedAmong } from '#core/server/services/providers/chosen-voice.ts';
import { coreToolItems } from '#core/server/services/tool-runs/tables.ts';
import { defineTool, type AnyTool, type Json } from '#core/server/services/tool-runs/tool.ts';

import { LIBRARY } from '#plugins/materials/server/api.ts';
import { CLONED_VOICES } from '#plugins/voices/server/api.ts';
import { runChanged } from '#plugins/mixing/events.ts';
import { MIX_TOOL, mixSettingsSchema, type MixSettings } from '#plugins/mixing/mix-settings.ts';
import { besideVideos } from '../archive/beside-videos.ts';
import { mixingRuns } from '../tables.ts';
import { certifyRun } from './certify-run.ts';
import { findMixRun } from './find-mix-run.ts';
import { outputOf, plannedOutputSchema, type PlannedOutput } from './outputs.ts';
import { planRun } from './plan-run.ts';
import { renderRunOutput } from './render-run-output.ts';
import { sharedFootage } from './shared-footage.ts';
import { tellOutputs } from './tell-outputs.ts';
import { tellRuns } from './tell-run.ts';

/** Mixing as a tool: distinct videos of a project, certified as a whole. */
export const mixTool = (ctx: ServerContext): AnyTool =>
  defineTool<MixSettings, PlannedOutput>({
    name: MIX_TOOL,
    settings: mixSettingsSchema,
    params: plannedOutputSchema,
    // A project's files are counted by its own rules, and one of which nothing is there says so when it is planned.
    inputs: { kinds: ['video', 'music'], least: 0, most: Infinity },
    listedBy: 'project',
    isOwn: true,
    keepDays: null,
    // As tasks of earlier versions are called that may still wait.
    jobs: { plan: 'mixing.plan-run', make: 'mixing.render-output', finish: 'mixing.certify-run' },
    nothing: 'mixing:nothing-distinct',
    plan: (run, work) => planRun(ctx, run, work),
    make: (item, work) => renderRunOutput(ctx, item, work),
    finish: (run, work) => certifyRun(ctx, run, work),
    changed: ({ id, settings }) => ({ event: runChanged, data: { runId: id, projectId: settings.project } }),
    archive: async ({ id, accountId }, language) =>
      besideVideos(ctx, await findMixRun(ctx.db.scope(accountId), id), language),
    runFacts: (accountId, runs, language) => tellRuns(ctx, accountId, runs, language),
    itemFacts: (accountId, items) => tellOutputs(ctx, accountId, items),
    sharedFootage: ({ id, accountId }) => sharedFootage(ctx, accountId, id),
    nameFields: ({ title }, { name }) => ({ project: name, title: title ?? '' }),
    async ended(tx, { id, accountId }, state) {
      await countUses(ctx, tx, accountId, id);
      const count = (wanted: 'made' | 'failed' | 'given-up') =>
        tx.scope(accountId).count(coreToolItems, and(eq(coreToolItems.runId, id), eq(coreToolItems.state, wanted)));
      if (state !== 'done') return;
      // What could not be made distinct was left out in the end.
      const planned = (await count('made')) + (await count('failed')) + (await count('given-up'));
      await tx.scope(accountId).update(mixingRuns, eq(mixingRuns.id, id), { planned });
    },
  });

/** Counts the videos that were made with a voice of the account. */
async function countVoice(
  ctx: ServerContext,
  tx: Tx,
  { accountId, id }: { accountId: string; id: string },
  videos: number,
): Promise<void> {
  if (videos === 0) return;
  const { dubbing } = (await findMixRun(tx.scope(accountId), id)).document;
  await ctx.use(CLONED_VOICES)?.used(tx, accountId, clonedAmong([dubbing?.voice ?? null]), videos);
}

/** Tells materials of the videos that were made with them, each video once. */
async function countUses(ctx: ServerContext, tx: Tx, accountId: string, runId: string): Promise<void> {
  const { state, facts } = coreToolItems;
  const uncounted = sql`${eq(coreToolItems.runId, runId)} and ${eq(state, 'made')} and not (${facts} ? 'counted')`;
  const counted = await tx.scope(accountId).update(coreToolItems, uncounted, {
    // Drizzle's types take plain values only; the driver takes an expression as well.
    facts: sql`${facts} || '{"counted": true}'::jsonb` as unknown as Json,
  });
  await countVoice(ctx, tx, { accountId, id: runId }, counted.length);
  const uses = new Map<string, number>();
  for (const { shots } of counted.map(outputOf)) {
    for (const material of new Set(shots.map((shot) => shot.material))) {
      uses.set(material, (uses.get(material) ?? 0) + 1);
    }
  }
  if (uses.size === 0) return;
  // In one order, so that two runs that end at once never wait for each other.
  await ctx.use(LIBRARY)?.noteMixed(tx, accountId, new Map([...uses].sort(([a], [b]) => (a < b ? -1 : 1))));
}
