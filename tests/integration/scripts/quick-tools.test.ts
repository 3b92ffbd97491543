import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';

import { findInPath, librariesFirst, makeQuickTools } from '../../../scripts/testing/quick-tools.ts';

const linuxOnly = { skip: process.platform === 'linux' ? false : 'the linker is that of Linux' };

/** Without the folder of quick tools that this test is run with. */
const usual = {
  PATH: (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('/rp-tools-'))
    .join(delimiter),
};

function found(name: string): string {
  return findInPath(name, usual) ?? assert.fail(`there is no ${name}`);
}

function run(program: string, env: NodeJS.ProcessEnv = {}): { stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(program, ['-version'], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  assert.equal(status, 0, stderr);
  return { stdout, stderr };
}

/** Which library finds which symbol where. */
function bindings(program: string, first: readonly string[]): Set<string> {
  const { stderr } = run(program, { LD_DEBUG: 'bindings', LD_PRELOAD: first.join(':') });
  return new Set([...stderr.matchAll(/binding file (.*)/g)].map(([, binding = '']) => binding));
}

test('ffmpeg that starts faster finds each symbol where it finds it otherwise', linuxOnly, () => {
  const program = found('ffmpeg');
  const [before, after] = [bindings(program, []), bindings(program, librariesFirst(program))];
  assert.ok(before.size > 1000, `${before.size} symbols`);
  assert.deepEqual([...before.symmetricDifference(after)], []);
});

test('programs that start ffmpeg and ffprobe faster say the same', linuxOnly, async (t) => {
  const folder = await makeQuickTools(usual);
  assert.ok(folder);
  t.after(() => rm(folder, { recursive: true }));
  for (const name of ['ffmpeg', 'ffprobe']) {
    assert.deepEqual(run(join(folder, name)), run(found(name)), name);
  }
});
