import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { MixPreview } from '#plugins/mixing/calls.ts';
import { mixProjectSchema, type MixProjectInput } from '#plugins/mixing/project.ts';
import { seededRandom } from '#plugins/mixing/server/plan/random.ts';
import { plainBounds } from '#plugins/mixing/server/measure/plain-bounds.ts';
import { packHistory, unpackHistory } from '#plugins/mixing/server/threads/packed-history.ts';
import type { Measured, PlannedPreview } from '#plugins/mixing/server/threads/plan-results.ts';
import { knownChoices, planTask, type KnownProject } from '#plugins/mixing/server/threads/plan-tasks.ts';
import { plannedProject } from '#plugins/mixing/server/threads/planner.ts';
import { Recent } from '#plugins/mixing/server/threads/recent.ts';
import { buildFootage, mirrored } from '#tests/unit/mixing/build-footage.ts';

let keys = 0;

/** A project of materials named `<group>-<number>` of so many seconds; content follows from the name. */
function buildKnown(
  groups: readonly (readonly string[])[],
  settings: Partial<MixProjectInput> = {},
  seconds = 2,
): KnownProject {
  const document = mixProjectSchema.parse({
    ...{ name: 'Port', resolution: 480, shotSeconds: 2 },
    groups: groups.map((materials, index) => ({
      id: `g${index}`,
      name: `Group ${index}`,
      materials: materials.map((material) => ({ material })),
    })),
    ...settings,
  });
  const names = [...new Set(groups.flat())];
  return {
    key: String(keys++),
    project: plannedProject(document),
    materials: names.map((name) => [name, Buffer.from(name).toString('hex').padEnd(64, '0'), seconds]),
    history: '',
    footage: new Map(),
  };
}

const row = (group: number, count: number) => Array.from({ length: count }, (_, number) => `${group}-${number}`);
const measure = (known: KnownProject, count = 10, share?: number) =>
  planTask({ do: 'measure', known, count, share, comparing: 10_000 }) as Measured;
const previews = (known: KnownProject, count = 10) =>
  planTask({ do: 'preview', known, count, share: undefined, seed: 1 }) as PlannedPreview;

test('capacity is counted by level, and the least level that is enough is named', () => {
  const found = measure(buildKnown([row(0, 3), row(1, 3), row(2, 3)]), 9);
  assert.deepEqual(
    found.rows.map(({ reachable }) => reachable),
    [3, 9, 27],
  );
  assert.equal(found.level, 1);
  assert.deepEqual(found.shots, [
    ['g0', 3],
    ['g1', 3],
    ['g2', 3],
  ]);
});

test('clips that show the same count once and are named, and until it is known what they show the count is provisional', () => {
  const known = buildKnown([row(0, 3), row(1, 3)]);
  const random = seededRandom(5);
  const shown = new Map(known.materials.map(([id, hash]) => [id, { hash, footage: buildFootage(12, random) }]));
  const copy = mirrored(shown.get('0-0')?.footage ?? assert.fail());
  const footageOf = (ids: readonly string[]) =>
    new Map(ids.map((id) => [shown.get(id)?.hash ?? '', id === '0-1' ? copy : (shown.get(id)?.footage ?? copy)]));

  const before = measure({ ...known, footage: footageOf(['0-0', '0-2']) });
  assert.deepEqual([before.provisional, before.alike, before.shots[0]], [true, [], ['g0', 3]]);
  const after = measure({ ...known, footage: footageOf([...shown.keys()]) });
  assert.deepEqual([after.provisional, after.alike], [false, [{ material: '0-1', like: '0-0' }]]);
  assert.deepEqual(after.shots[0], ['g0', 2]);
  assert.deepEqual(
    after.rows.map(({ reachable }) => reachable),
    [2, 6],
  );
  const hasty = planTask({
    do: 'measure',
    known: { ...buildKnown([row(2, 4), row(3, 4)]), footage: new Map() },
    count: 1,
    share: undefined,
    comparing: 0,
  });
  assert.ok('provisional' in hasty && hasty.provisional);
});

test('the share that is asked for steers the advice, not the level', () => {
  const known = buildKnown([row(0, 3), row(1, 3), row(2, 3)]);
  const found = measure(known, 9, 0);
  assert.equal(found.level, 1);
  assert.ok(found.advice.every(({ share }) => share === 0));
  assert.ok(found.advice.length > 0);
});

test('while a group shows nothing no level is told, and the others are counted', () => {
  const known = buildKnown([row(0, 3), ['missing']]);
  const found = measure({ ...known, materials: known.materials.filter(([id]) => id !== 'missing') });
  assert.deepEqual(
    [found.rows, found.level, found.shots],
    [
      [],
      null,
      [
        ['g0', 3],
        ['g1', 0],
      ],
    ],
  );
});

test('a project without groups, or without materials, breaks nothing', () => {
  for (const groups of [[], [[]], [[], []]]) {
    const found = measure(buildKnown(groups));
    assert.deepEqual([found.rows, found.level, found.seconds], [[], null, { least: 0, most: 0 }]);
  }
});

test('earlier outputs count', () => {
  const known = buildKnown([row(0, 2), row(1, 2)]);
  const [first] = previews(known, 4);
  const symbols = first?.shots.map(({ group, material }) => symbolOf(known, group, material)) ?? [];
  const after = { ...known, key: 'after', history: packHistory([symbols]) };
  assert.equal(measure(after, 1).rows.at(-1)?.reachable, 3);
  assert.equal(previews(after, 4).length, 3);
});

function symbolOf(known: KnownProject, group: string, material: string): string {
  const shots = knownChoices(known).groups.find(({ id }) => id === group)?.shots ?? [];
  return shots.find((shot) => shot.material === material)?.symbol ?? '';
}

test('when everything is made the preview shows it again', () => {
  const known = buildKnown([row(0, 1), row(1, 1)]);
  const history = packHistory([['0-0', '1-0'].map((name, index) => symbolOf(known, `g${index}`, name))]);
  assert.equal(previews({ ...known, key: 'made', history }, 4).length, 1);
});

test('the shuffled order and transitions of the preview are those of the run', () => {
  const known = buildKnown([row(0, 3), row(1, 3), row(2, 3)], { order: 'shuffled' });
  const orders = new Set(previews(known, 9).map(({ shots }) => shots.map(({ group }) => group).join()));
  assert.ok(orders.size > 1);
});

test('a combination that was just planned is as it should be, and nothing else is', () => {
  const known = buildKnown([row(0, 3), row(1, 3)]);
  const [planned] = previews(known, 4);
  assert.ok(planned !== undefined);
  const preview: MixPreview = { ...planned, total: 4, position: 0, title: null, fps: 30 };
  const check = (asked: MixPreview) => planTask({ do: 'check', known, preview: asked });
  assert.deepEqual(check(preview), { blends: { g0: 0, g1: 0 }, shortestSeconds: 4 });
  const outdated = { code: 'mixing:preview-outdated', kind: 'conflict' };
  assert.throws(() => check({ ...preview, frames: 1 }), outdated);
  assert.throws(() => check({ ...preview, shots: preview.shots.slice(1) }), outdated);
  assert.throws(() => check({ ...preview, shots: [] }), outdated);
});

test('plain bounds promise no more than a search finds, and no less than there can be', () => {
  for (const groups of [
    [row(0, 3), row(1, 3), row(2, 3)],
    [row(0, 5), row(1, 2)],
    [row(0, 3), [...row(0, 3), ...row(1, 2)]],
    [row(0, 1)],
  ]) {
    const known = buildKnown(groups);
    const [found, plain] = [measure(known), plainBounds(known, 10)];
    assert.deepEqual(plain.shots, found.shots);
    assert.equal(plain.rows.length, found.rows.length);
    plain.rows.forEach((bounds, level) => {
      assert.ok(bounds.reachable <= (found.rows[level]?.reachable ?? 0), `level ${level}`);
      assert.ok(bounds.bound >= (found.rows[level]?.bound ?? 0), `level ${level}`);
      assert.equal(bounds.atLeast, bounds.reachable < bounds.bound);
    });
    assert.deepEqual(plain.seconds, found.seconds);
  }
});

test('plain bounds reckon long materials and windows as they are cut', () => {
  const known = buildKnown([row(0, 2), row(1, 2)], { shotSeconds: 3 }, 10);
  const [first] = known.project.groups;
  first?.materials.splice(0, 1, {
    material: '0-0',
    windows: [
      { start: 0, end: 2 },
      { start: 9.5, end: 12 },
    ],
  });
  assert.deepEqual(plainBounds(known, 1).shots, measure(known, 1).shots);
});

test('what is packed comes out again', () => {
  const history = [['a@0-1', 'b@0-1'], ['c@5-6']];
  assert.deepEqual(unpackHistory(packHistory(history)), history);
  assert.deepEqual(unpackHistory(''), []);
});

test('of what was asked for the oldest is forgotten first', () => {
  const recent = new Recent<number>(2);
  recent.set('a', 1);
  recent.set('b', 2);
  recent.get('a');
  recent.set('c', 3);
  assert.deepEqual([recent.get('a'), recent.get('b'), recent.get('c')], [1, undefined, 3]);
  recent.delete('a');
  assert.equal(recent.get('a'), undefined);
});

test('hours of material in pieces of a second are not planned, only reckoned', () => {
  const groups = Array.from({ length: 20 }, (_, group) => row(group, 200));
  const known = buildKnown(groups, { shotSeconds: 1 }, 7200);
  assert.throws(() => measure(known), { code: 'mixing:shots-too-many' });
  const plain = plainBounds(known, 900);
  assert.equal(plain.shots[0]?.[1], 200 * 7200);
  assert.equal(plain.level, 0);
});
