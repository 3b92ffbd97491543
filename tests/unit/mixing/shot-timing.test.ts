import assert from 'node:assert/strict';
import { test } from 'node:test';

import { mixProjectSchema, type MixProjectInput } from '#plugins/mixing/project.ts';
import { blendsAfter } from '#plugins/mixing/server/render/shot-blends.ts';
import { shotTiming } from '#plugins/mixing/server/render/shot-timing.ts';

type GroupInput = MixProjectInput['groups'][number];

function buildProject(groups: Partial<GroupInput>[], order: 'fixed' | 'shuffled' = 'fixed') {
  return mixProjectSchema.parse({
    name: 'project',
    resolution: 480,
    order,
    groups: groups.map((group, index) => ({
      id: String(index + 1),
      name: 'g',
      materials: [{ material: `${index}.mp4` }],
      ...group,
    })),
  });
}

const fade = (seconds: number) => ({ transition: { kind: 'fade' as const, seconds } });

test('a transition takes its length where the shots on both sides have room', () => {
  const project = buildProject([fade(0.5), fade(1), {}]);
  const lengths = new Map([
    ['1', 90],
    ['2', 90],
    ['3', 90],
  ]);
  assert.deepEqual(
    [...blendsAfter(project, lengths, 30)],
    [
      ['1', 15],
      ['2', 30],
      ['3', 0],
    ],
  );
});

test('it takes less than half of the shorter neighbour, so that every shot keeps a body', () => {
  const project = buildProject([fade(2), fade(2), {}]);
  const blends = blendsAfter(
    project,
    new Map([
      ['1', 90],
      ['2', 31],
      ['3', 200],
    ]),
    30,
  );
  assert.deepEqual([...blends.values()], [15, 15, 0]);
  for (const least of [2, 3, 4, 5, 30, 31]) {
    const [first = 0, second = 0] = blendsAfter(
      project,
      new Map([
        ['1', least],
        ['2', least],
        ['3', least],
      ]),
      30,
    ).values();
    assert.ok(first + second < least, String(least));
    assert.ok(first !== 1, 'one frame is no transition');
  }
});

test('in shuffled order the shortest shot of all groups limits every transition', () => {
  const project = buildProject([fade(1), fade(1), fade(1)], 'shuffled');
  assert.deepEqual(
    [
      ...blendsAfter(
        project,
        new Map([
          ['1', 90],
          ['2', 21],
          ['3', 90],
        ]),
        30,
      ).values(),
    ],
    [10, 10, 10],
  );
});

test('the shortest output is what its shortest shots last less what they share', () => {
  const project = buildProject([fade(0.5), { speed: 2 }]);
  const shot = (seconds: number, symbol: string) => ({ material: 'm', symbol, window: { start: 1, end: 1 + seconds } });
  const timing = shotTiming(project, [
    { id: '1', shots: [shot(3, 'a'), shot(2, 'b')] },
    { id: '2', shots: [shot(4, 'c'), shot(6, 'd')] },
  ]);
  assert.deepEqual([...timing.blends.values()], [15, 0]);
  assert.equal(timing.shortestSeconds, 2 + 4 / 2 - 0.5);
});
