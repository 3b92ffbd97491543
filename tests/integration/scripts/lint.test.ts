import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A repository whose linter says which files it was given, and finds fault with every file that has a fault in it. */
function buildRepository(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const write = (file: string, text: string, mode?: number): void => {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), text, { mode });
  };
  for (const file of ['scripts/lint.ts', 'scripts/testing/test-dependencies.ts'])
    cpSync(join(root, file), join(folder, file));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  write('.gitignore', 'node_modules\n.cache\nbin\n');
  write('package.json', '{"type":"module"}');
  write(
    'bin/oxlint',
    '#!/bin/sh\necho "linted: $*"\nfor file in $(grep -rl FAULT core); do echo "  ,-[$file:1:1]"; bad=1; done\n[ -z "$bad" ]\n',
    0o755,
  );
  write('core/a.ts', `import './b.ts';`);
  write('core/b.ts', `import { c } from '#core/c.ts';`);
  for (const name of ['c', 'd', 'e', 'f', 'g', 'h']) write(`core/${name}.ts`, '');
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  return {
    write,
    lint() {
      const env = { ...process.env, PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH']}` };
      const { status, stdout } = spawnSync(process.execPath, ['scripts/lint.ts'], {
        cwd: folder,
        env,
        encoding: 'utf8',
      });
      return {
        status,
        linted: /^linted:(.*)$/m.exec(stdout)?.[1]?.match(/core\/\w+\.ts/g) ?? stdout.match(/^\d+ of/m)?.[0],
      };
    },
  };
}

test('a file is linted again when it changed, or what it imports did, or what all are judged by', (t) => {
  const { write, lint } = buildRepository(t);
  assert.deepEqual(lint(), { status: 0, linted: '10 of' });
  assert.deepEqual(lint(), { status: 0, linted: '0 of' });
  write('core/c.ts', 'export const c = 1;');
  assert.deepEqual(lint(), { status: 0, linted: ['core/a.ts', 'core/b.ts', 'core/c.ts'] });
  write('core/d.ts', 'export const d = 1;');
  assert.deepEqual(lint(), { status: 0, linted: ['core/d.ts'] });
  write('package.json', '{"type":"module","private":true}');
  assert.deepEqual(lint(), { status: 0, linted: '10 of' });
  write('core/web/tsconfig.json', '{}');
  assert.deepEqual(lint(), { status: 0, linted: '10 of' });
});

test('data counts by its type: a value may change, a key may not', (t) => {
  const { write, lint } = buildRepository(t);
  write('core/a.ts', `import data from './data.json';`);
  write('core/data.json', '{"key":"one"}');
  assert.deepEqual(lint(), { status: 0, linted: '10 of' });
  write('core/data.json', '{"key":"two"}');
  assert.deepEqual(lint(), { status: 0, linted: '0 of' });
  write('core/data.json', '{"other":"two"}');
  assert.deepEqual(lint(), { status: 0, linted: ['core/a.ts'] });
  // What is declared for all files follows from data, too.
  write('core/texts.d.ts', `import type data from './data.json';`);
  assert.deepEqual(lint(), { status: 0, linted: '11 of' });
  write('core/data.json', '{"key":"two"}');
  assert.deepEqual(lint(), { status: 0, linted: '11 of' });
});

test('a file with a fault is linted until the fault is gone', (t) => {
  const { write, lint } = buildRepository(t);
  write('core/d.ts', '// FAULT');
  assert.deepEqual(lint(), { status: 1, linted: '10 of' });
  for (const _ of [1, 2]) assert.deepEqual(lint(), { status: 1, linted: ['core/d.ts'] });
  write('core/d.ts', '// fine');
  assert.deepEqual(lint(), { status: 0, linted: ['core/d.ts'] });
  assert.deepEqual(lint(), { status: 0, linted: '0 of' });
});

test('a fault of anything but code leaves all files to be linted', (t) => {
  const { write, lint } = buildRepository(t);
  write('core/FAULT.json', '"FAULT"');
  for (const _ of [1, 2]) assert.deepEqual(lint(), { status: 1, linted: '10 of' });
});
