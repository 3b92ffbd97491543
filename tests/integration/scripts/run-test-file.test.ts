import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';

import { processExists } from '#core/server/ground/process-identity.ts';

import type { TestFileResult } from '../../../scripts/run-test-file.ts';

const MODULE = fileURLToPath(new URL('../../../scripts/run-test-file.ts', import.meta.url));

/** Runs a test file with this text through the runner, outside of the runner that runs this file. */
async function runText(t: TestContext, text: string, limitMilliseconds = 20_000): Promise<TestFileResult> {
  const folder = await mkdtemp(join(tmpdir(), 'inner-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'inner.test.ts');
  await writeFile(file, `import test from 'node:test';\nimport { spawn } from 'node:child_process';\n${text}`);
  const options = JSON.stringify({ env: {}, limitMilliseconds });
  const program = join(folder, 'program.ts');
  await writeFile(
    program,
    `import { runTestFile } from ${JSON.stringify(MODULE)};
    console.log(JSON.stringify(await runTestFile(${JSON.stringify(file)}, ${options})));`,
  );
  const { NODE_TEST_CONTEXT: _outer, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env });
  return JSON.parse(stdout) as TestFileResult;
}

test('what passed, failed and was skipped is counted, suites are not', async (t) => {
  const result = await runText(
    t,
    `test.suite('suite', () => {
      test('good', () => {});
      test('bad', () => { throw new Error('it broke'); });
      test('later', { skip: true }, () => {});
    });`,
  );
  assert.equal(result.passed, 1);
  assert.equal(result.skipped, 1);
  assert.equal(result.failures.length, 1);
  assert.match(result.failures[0] ?? '', /^bad .*inner\.test\.ts:5[\s\S]*it broke/);
});

test('a file without a test has failed', async (t) => {
  const { failures } = await runText(t, '');
  assert.match(failures.join(), /holds no test$/);
});

test('a file that does not load has failed with what it printed', async (t) => {
  const { failures, output } = await runText(t, `throw new Error('not today');`);
  assert.equal(failures.length, 1);
  assert.match(output, /not today/);
});

test('a file that does not end is ended and has failed', async (t) => {
  const { failures, passed } = await runText(t, `test('good', () => {}); setInterval(() => {}, 1000);`, 1500);
  assert.equal(passed, 1);
  assert.match(failures.join('\n'), /was ended after 1\.5 s/);
});

test('a process left behind is a failure, and is ended', async (t) => {
  const { failures, output } = await runText(
    t,
    `test('forgets a child', () => {
      const child = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' });
      child.unref();
      console.log(child.pid);
    });`,
  );
  assert.match(failures.join(), /left a process behind: \d+ sleep 1000/);
  while (processExists(Number(output.trim()))) await sleep(10);
});
