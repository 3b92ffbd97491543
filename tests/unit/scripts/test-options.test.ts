import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { HELP, isNamed, readTestOptions, UsageError } from '../../../scripts/testing/test-options.ts';

const TESTS = ['unit/eye/lines.test.ts', 'unit/eye-case.test.ts', 'browser/kernel/slots.test.tsx'];
const read = (...words: string[]) => readTestOptions(words, TESTS);

test('without words everything runs', () => {
  const all = { names: [], changedSince: undefined, onAllDatabases: false, inAllBrowsers: false };
  assert.deepEqual(read(), all);
  assert.deepEqual(read('--all-databases', '--changed'), { ...all, onAllDatabases: true, changedSince: 'HEAD' });
  assert.deepEqual(read('checks', '--changed=main'), { ...all, names: ['checks'], changedSince: 'main' });
});

test('tests are named by folder, by file, and without the ending', () => {
  for (const name of ['tests/unit/eye/', './tests/unit/eye', 'unit/eye/lines.test.ts', 'unit/eye/lines']) {
    const asked = read(name);
    assert.ok(asked !== 'help');
    assert.deepEqual(
      TESTS.filter((each) => asked.names.some((one) => isNamed(each, one))),
      ['unit/eye/lines.test.ts'],
      name,
    );
  }
});

test('a name that no test has and an unknown option are refused with what there is', () => {
  assert.throws(
    () => read('unit/eye', 'unit/ear'),
    (error) => error instanceof UsageError && /No test is named unit\/ear:/.test(error.message),
  );
  assert.throws(
    () => read('--all-browser'),
    (error) => error instanceof UsageError && /no option --all-browser\.[^]*--all-browsers /.test(error.message),
  );
});

test('the command says its options, and refuses the rest before it runs anything', () => {
  const run = (word: string) => {
    const program = fileURLToPath(new URL('../../../scripts/testing/run-tests.ts', import.meta.url));
    return spawnSync(process.execPath, [program, word], { encoding: 'utf8', timeout: 30_000 });
  };
  const help = run('--help');
  assert.deepEqual([help.status, help.stdout.trim(), help.stderr], [0, HELP, '']);
  const refused = run('unit/no-such-folder');
  assert.deepEqual([refused.status, refused.stdout], [1, '']);
  assert.match(refused.stderr, /No test is named unit\/no-such-folder/);
});
