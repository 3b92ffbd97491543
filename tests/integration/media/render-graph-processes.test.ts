import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { builtNames } from '#tests/fixtures/media/graph-of-text.ts';

import { eventually, temporaryFolder } from './media-kit.ts';

const script = fileURLToPath(new URL('../../fixtures/media/make-texts.ts', import.meta.url));

let folder: string;
let notes: string;
beforeEach(async () => {
  const base = await temporaryFolder();
  folder = join(base, 'cache');
  notes = join(base, 'notes');
});

function start(milliseconds: number) {
  const child = spawn(process.execPath, [script, folder, notes, String(milliseconds)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output })),
  );
  return { child, ended };
}

const RESULT = { code: 0, output: 'started\ntop(a(),b(),c(),d(),e())' };
const ALL = ['a', 'b', 'c', 'd', 'e', 'top'];

test('three processes that want the same nodes build each of them once', async () => {
  const results = await Promise.all([start(150), start(150), start(150)].map((each) => each.ended));
  assert.deepEqual(results, [RESULT, RESULT, RESULT]);
  assert.deepEqual((await builtNames(notes)).sort(), ALL);
  assert.deepEqual([await readdir(join(folder, 'work')), await readdir(join(folder, 'locks'))], [[], []]);
});

test('when a builder is killed, a waiting process takes its nodes over', async () => {
  const killed = start(60_000);
  try {
    await eventually(async () => (await builtNames(notes)).length === 2, 'two nodes are being built');
    const waiting = start(30);
    await eventually(async () => (await builtNames(notes)).length === 5, 'the other nodes are built meanwhile');
    killed.child.kill('SIGKILL');
    await killed.ended;
    assert.deepEqual(await waiting.ended, RESULT);
  } finally {
    killed.child.kill('SIGKILL');
  }
  const counts = new Map<string, number>();
  for (const name of await builtNames(notes)) counts.set(name, (counts.get(name) ?? 0) + 1);
  assert.deepEqual([...counts.keys()].sort(), ALL);
  assert.deepEqual([...counts.values()].sort(), [1, 1, 1, 1, 2, 2]);
  assert.deepEqual(await start(0).ended, RESULT);
  assert.deepEqual([await readdir(join(folder, 'work')), await readdir(join(folder, 'locks'))], [[], []]);
});
