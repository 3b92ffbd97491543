import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';

import { builtNames } from '#tests/fixtures/media/graph-of-text.ts';
import { until } from '#tests/until.ts';

import { temporaryFolder } from './media-kit.ts';
import { startMaking, TREE_MADE, TREE_NODES } from './making-process.ts';

const program = new URL('../../fixtures/media/make-texts.ts', import.meta.url);

let folder: string;
let notes: string;
beforeEach(async () => {
  const base = await temporaryFolder();
  folder = join(base, 'cache');
  notes = join(base, 'notes');
});

const start = (milliseconds: number) => startMaking(program, [folder, notes, String(milliseconds)]);

test('three processes that want the same nodes build each of them once', async () => {
  const results = await Promise.all([start(150), start(150), start(150)].map((each) => each.ended));
  assert.deepEqual(results, [TREE_MADE, TREE_MADE, TREE_MADE]);
  assert.deepEqual((await builtNames(notes)).sort(), TREE_NODES);
  assert.deepEqual([await readdir(join(folder, 'work')), await readdir(join(folder, 'locks'))], [[], []]);
});

test('when a builder is killed, a waiting process takes its nodes over', async () => {
  const killed = start(60_000);
  try {
    await until(async () => (await builtNames(notes)).length === 2, 'two nodes are being built');
    const waiting = start(30);
    await until(async () => (await builtNames(notes)).length === 5, 'the other nodes are built meanwhile');
    killed.child.kill('SIGKILL');
    await killed.ended;
    assert.deepEqual(await waiting.ended, TREE_MADE);
  } finally {
    killed.child.kill('SIGKILL');
  }
  const counts = new Map<string, number>();
  for (const name of await builtNames(notes)) counts.set(name, (counts.get(name) ?? 0) + 1);
  assert.deepEqual([...counts.keys()].sort(), TREE_NODES);
  assert.deepEqual([...counts.values()].sort(), [1, 1, 1, 1, 2, 2]);
  assert.deepEqual(await start(0).ended, TREE_MADE);
  assert.deepEqual([await readdir(join(folder, 'work')), await readdir(join(folder, 'locks'))], [[], []]);
});
