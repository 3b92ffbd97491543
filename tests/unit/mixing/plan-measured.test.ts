import assert from 'node:assert/strict';
import { test } from 'node:test';

import { mixProjectSchema, type MixProject } from '#plugins/mixing/project.ts';
import { NO_FOOTAGE, POINTS, type Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';
import { comparePairs } from '#plugins/mixing/server/certificate/compare-pairs.ts';
import type { PlanGroup } from '#plugins/mixing/server/plan/plan-input.ts';
import { seededRandom, type Random } from '#plugins/mixing/server/plan/random.ts';
import { planMeasured, type PlanMeasuredOptions } from '#plugins/mixing/server/render/plan-measured.ts';
import { planOutputs, type PlacedShot } from '#plugins/mixing/server/render/plan-outputs.ts';
import { footageKey, type ShotFootage } from '#plugins/mixing/server/render/shot-footage.ts';

import { buildFootage, mirrored } from './build-footage.ts';
import { buildGroups } from './plan/build-plan-input.ts';

function buildProject(groups: readonly PlanGroup[]): MixProject {
  return mixProjectSchema.parse({
    name: 'harbour',
    resolution: 720,
    groups: groups.map(({ id, shots }) => ({ id, name: id, materials: shots.map(({ material }) => ({ material })) })),
  });
}

/** Frames of what the tests call one: a second. */
const SECOND = 6;

/** Footage of its own for every shot, but for those that are named: they share the first seconds of another. */
function buildShown(
  project: MixProject,
  groups: readonly PlanGroup[],
  random: Random,
  alike: Record<string, { like: string; seconds: number }>,
  lengths: Record<string, number> = {},
): ShotFootage {
  const bySymbol = new Map<string, Fingerprint>();
  const footage: ShotFootage = new Map();
  for (const { id, shots } of groups) {
    for (const { symbol, material, window } of shots) {
      const shown = buildFootage((lengths[symbol] ?? 6) * SECOND, random);
      const { like = '', seconds = 0 } = alike[symbol] ?? {};
      const other = bySymbol.get(like);
      const copied = other && mirrored(other).views[0]?.subarray(0, seconds * SECOND * POINTS);
      if (copied) shown.views[0]?.set(copied);
      bySymbol.set(symbol, shown);
      footage.set(footageKey(project, { group: id, material, window }), shown);
    }
  }
  return footage;
}

function buildCase(
  sizes: readonly number[],
  alike: Record<string, { like: string; seconds: number }>,
  overrides: Partial<PlanMeasuredOptions> & { lengths?: Record<string, number> } = {},
) {
  const { lengths, ...rest } = overrides;
  const groups = buildGroups(sizes);
  const project = buildProject(groups);
  const footage = buildShown(project, groups, seededRandom(3), alike, lengths);
  const options: PlanMeasuredOptions = {
    ...{ project, groups, footage, count: 1000, seed: 7, made: [], history: [], mostShared: 0 },
    lookalikes: new Set(),
    ...rest,
  };
  return { ...options, options };
}

/** How many pairs of outputs would be refused when they are compared. */
function refusedPairs({ project, footage }: PlanMeasuredOptions, outputs: readonly PlacedShot[][], level: number) {
  const shownIn = (shot: PlacedShot) => footage.get(footageKey(project, shot)) ?? NO_FOOTAGE;
  const compared = outputs.map((shots, index) => ({
    ...{ file: String(index), seconds: 9, audio: new Uint32Array() },
    shots: shots.map((shot) => ({ symbol: shot.symbol, frames: shownIn(shot).frames })),
    parts: shots.map((shot) => ({ key: footageKey(project, shot), footage: shownIn(shot) })),
  }));
  return comparePairs(compared).filter((pair) => pair.sharedFootage > pair.limit || pair.sharedShots > level).length;
}

const wordsOf = (outputs: readonly PlacedShot[][]) => outputs.map((shots) => shots.map(({ symbol }) => symbol).join());

test('where two shots look alike for half their length, no two videos differ by them alone, and it is proven that there are no more', () => {
  const alike = { g1s2: { like: 'g1s1', seconds: 3 }, g1s4: { like: 'g1s3', seconds: 2 } };
  const { options } = buildCase([5, 3, 4], alike);
  const { outputs, mostShared, bound } = planMeasured(options);
  assert.deepEqual([outputs.length, mostShared, bound], [3 * 3 * 4, 2, 36]);
  assert.equal(refusedPairs(options, outputs, 2), 0);
  assert.equal(new Set(wordsOf(outputs)).size, 36);
  assert.deepEqual(planMeasured(options), { outputs, mostShared, bound }, 'same seed, same videos');

  const blind = planOutputs({ ...options, count: 60, history: [] });
  assert.ok(refusedPairs(options, blind.outputs, 2) > 0, 'a plan that knows nothing of the likeness is refused');
});

test('shots that look alike are used where they stand beside different ones', () => {
  const { options } = buildCase([4, 4, 4], { g1s2: { like: 'g1s1', seconds: 6 } }, { share: 1 });
  const { outputs, bound } = planMeasured(options);
  assert.equal(refusedPairs(options, outputs, 1), 0);
  const twin = wordsOf(outputs).filter((word) => /g1s[12],/.test(word));
  assert.ok(outputs.length >= 12 && twin.length >= 3, `${outputs.length}, ${twin.length}`);
  assert.ok(bound !== null && bound >= outputs.length);
});

test('a clip that is mostly dark makes no two videos too much alike', () => {
  const { options } = buildCase([3, 3, 3], { g1s2: { like: 'g1s1', seconds: 1 } }, { lengths: { g3s1: 1, g3s2: 2 } });
  const { outputs, bound } = planMeasured(options);
  assert.deepEqual([outputs.length, bound], [27, 27]);
  assert.equal(refusedPairs(options, outputs, 2), 0);
});

test('no more shots are shared than the wanted number needs', () => {
  const { options } = buildCase([5, 5, 5], { g1s2: { like: 'g1s1', seconds: 4 } }, { count: 10 });
  const { outputs, mostShared } = planMeasured(options);
  assert.deepEqual([outputs.length, mostShared], [10, 1]);
  assert.equal(refusedPairs(options, outputs, 1), 0);
});

test('what is made stays in any case, others are planned beside it, and earlier videos are kept away from', () => {
  const alike = { g1s2: { like: 'g1s1', seconds: 6 }, g2s2: { like: 'g2s1', seconds: 6 } };
  const first = buildCase([4, 3, 3], alike, { share: 2 });
  const { outputs } = planMeasured(first.options);
  const made = outputs.slice(0, 12);
  const again = planMeasured({ ...first.options, made, mostShared: 2 });
  assert.equal(made.length + again.outputs.length, 3 * 2 * 3);
  assert.equal(again.bound, 18);
  const all = [...made, ...again.outputs];
  assert.equal(refusedPairs(first.options, all, 2), 0);

  const [old] = outputs;
  assert.ok(old);
  const history = [old.map(({ symbol }) => symbol)];
  const beside = planMeasured({ ...first.options, history, share: 1 });
  assert.ok(beside.outputs.every((shots) => shots.filter(({ symbol }) => history[0]?.includes(symbol)).length <= 1));
  assert.equal(beside.bound, null, 'what earlier videos rule out is no bound of the material');
});

test('a project too large to list is planned so that no pair would be refused', () => {
  const groups = 6;
  const twins = Array.from({ length: groups }, (_, group) => [
    `g${group + 1}s2`,
    { like: `g${group + 1}s1`, seconds: 5 },
  ]);
  const alike = Object.fromEntries(twins) as Record<string, { like: string; seconds: number }>;
  const lookalikes = new Set(Object.keys(alike));
  const { options } = buildCase(new Array<number>(groups).fill(6), alike, { count: 60, share: 2, lookalikes });
  const { outputs, bound } = planMeasured(options);
  assert.equal(outputs.length, 60);
  assert.equal(bound, null);
  assert.equal(refusedPairs(options, outputs, 2), 0);
  assert.ok(refusedPairs(options, planOutputs(options).outputs, 2) > 0, 'which a plan that knows nothing does not do');
});

test('what was not rendered yet counts by its shots alone', () => {
  const { options } = buildCase([3, 3, 3], {});
  const { outputs, bound } = planMeasured({ ...options, footage: new Map() });
  assert.deepEqual([outputs.length, bound], [27, 27]);
});
