import { eq } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { AccountScope } from '#core/server/ground/database/database.ts';
import { coreToolItems } from '#core/server/services/tool-runs/tables.ts';

import type { MixProject } from '#plugins/mixing/project.ts';
import { planMeasured } from '../render/plan-measured.ts';
import { planIfAny, type PlacedShot } from '../render/plan-outputs.ts';
import { furtherAt, type Further } from '../plan/further-level.ts';
import type { ShotGroups } from '../plan/shot-groups.ts';
import { footageOf, type ShotFootage } from '../render/shot-footage.ts';
import type { Run } from '../tables.ts';
import { withFootage } from './output-facts.ts';
import { madeBeside, ofProject, selectOutputs, type Output } from './outputs.ts';

/** Videos of a project's earlier runs that a run is compared with, the last ones; planning knows all of them. */
export const MAX_EARLIER = 1000;

/** The latest videos of other runs of the project that still exist. */
export async function earlierOutputs(scope: AccountScope, run: Run): Promise<Output[]> {
  return madeBeside(scope, run, { limit: MAX_EARLIER });
}

/**
 * What the project's videos showed so far, those of earlier runs too; null while none of this run was found too much
 * like another.
 */
export async function shownFootage(scope: AccountScope, run: Run, project: MixProject): Promise<ShotFootage | null> {
  const own = await selectOutputs(scope, eq(coreToolItems.runId, run.id));
  if (!own.some(({ state }) => state === 'replaced')) return null;
  const shown = await withFootage(scope, run.projectId, [...(await earlierOutputs(scope, run)), ...own]);
  return footageOf(
    project,
    shown.map(({ shots, rendered: { parts } }) => ({ shots, parts })),
  );
}

export interface ChooseMissingOptions {
  project: MixProject;
  choices: ShotGroups;
  /** What shots show, where some turned out alike; null otherwise. */
  footage: ShotFootage | null;
}

/** What a run lacks. */
export interface Missing {
  outputs: PlacedShot[][];
  /** Outputs of the run in all: those that are made, wait for a retry, or were taken out one by one, too. */
  target: number;
  mostShared: number;
  /** How they were found; null when nothing was planned. */
  method: string | null;
  /** What a looser limit would yield, where fewer were found than there were to be. */
  further: Further | null;
  /** Symbols of the project's videos that the groups offer, each with the one that stands for it. */
  offered: Record<string, string>;
}

/**
 * Chooses outputs that are still missing, distinct from all that the project has and had. Those that failed keep
 * their places, so that a retry makes what was planned.
 */
export async function chooseMissing(
  scope: AccountScope,
  run: Run,
  { project, choices: { groups, merged }, footage }: ChooseMissingOptions,
): Promise<Missing> {
  const all = await selectOutputs(scope, ofProject(run.projectId));
  const own = all.filter(({ runId, state }) => runId === run.id && state === 'made');
  const waiting = all.filter(({ runId, state }) => runId === run.id && state === 'failed').length;
  const left = all.filter((one) => one.runId === run.id && one.state === 'given-up' && one.error === null).length;
  const target = run.planned === null ? run.count : run.planned - left;
  const missing = target - waiting - own.length;
  if (missing <= 0) {
    const offers = offered(all, []);
    return { outputs: [], target: target + left, mostShared: 0, method: null, further: null, offered: offers };
  }
  const named = ({ shots }: Output) =>
    shots.map((shot) => ({ ...shot, symbol: merged.get(shot.symbol) ?? shot.symbol }));
  const symbols = (output: Output) => named(output).map(({ symbol }) => symbol);
  const standing = all.filter(({ state }) => state !== 'given-up');
  const { seed } = run;
  // The planned limit holds: replanned videos share no more than that.
  const share = run.share ?? run.plan?.mostShared ?? undefined;

  if (footage !== null) {
    const earlier = all.filter(({ runId, state }) => runId !== run.id && state === 'made').slice(-MAX_EARLIER);
    const made = [...own, ...earlier];
    const found = planMeasured({
      ...{ project, groups, count: target - waiting + earlier.length, share, seed, footage },
      made: made.map(named),
      history: standing.filter((output) => output.runId !== run.id || output.state === 'failed').map(symbols),
      mostShared: run.plan?.mostShared ?? 0,
      lookalikes: new Set(run.plan?.lookalikes),
    });
    const there = own.length + waiting + found.outputs.length;
    assertAny(run, there);
    return {
      ...{ outputs: found.outputs, target: there + left, mostShared: found.mostShared, method: 'greedy' },
      offered: offered(all, found.outputs),
      further: furtherAt({
        ...{ groups, missing: run.count - there, share },
        made: [...standing.map((output) => ({ shots: named(output) })), ...found.outputs.map((shots) => ({ shots }))],
      }),
    };
  }

  const planned = planIfAny(
    { project, groups, count: missing, share, seed, history: standing.map(symbols) },
    own.length + waiting > 0,
  );
  const outputs = planned?.outputs ?? [];
  const there = own.length + waiting + outputs.length;
  assertAny(run, there);
  const made = [...standing.map((output) => ({ shots: named(output) })), ...outputs.map((shots) => ({ shots }))];
  return {
    ...{ outputs, target: there + left, mostShared: planned?.plan.maxShared ?? 0 },
    method: planned?.plan.method ?? null,
    further: furtherAt({ groups, made, missing: run.count - there, share }),
    offered: offered(all, outputs),
  };

  function offered(before: readonly Output[], chosen: readonly PlacedShot[][]): Record<string, string> {
    const names = new Set(groups.flatMap(({ shots }) => shots.map(({ symbol }) => symbol)));
    const used = new Set([...before.map(({ shots }) => shots), ...chosen].flat().map(({ symbol }) => symbol));
    return Object.fromEntries(
      [...used].flatMap((symbol) => {
        const name = merged.get(symbol) ?? symbol;
        return names.has(name) ? [[symbol, name]] : [];
      }),
    );
  }
}

/** @throws expected `mixing:nothing-usable`, or `mixing:nothing-distinct` when the project's videos use everything up */
function assertAny(run: Run, outputs: number): void {
  if (outputs > 0) return;
  if (run.refused.length > 0 && run.plan === null) {
    fail('mixing:nothing-usable', { refused: run.refused.length }, { kind: 'invalid' });
  }
  fail('mixing:nothing-distinct', {}, { kind: 'invalid' });
}
