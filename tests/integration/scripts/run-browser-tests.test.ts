import assert from 'node:assert/strict';
import { test } from 'node:test';

import { runBrowserTests } from '../../../scripts/testing/run-browser-tests.ts';

const MINUTE = 60_000;

test('the tests of the browser half are counted by their closing line', async () => {
  const { passed, failed, skipped, output } = await runBrowserTests(['tests/browser/kernel/create-scope'], MINUTE);
  assert.ok(passed > 0, output);
  assert.deepEqual({ failed, skipped }, { failed: 0, skipped: 0 });
});

test('a run that finds no test has failed', async () => {
  const { passed, failed } = await runBrowserTests(['tests/browser/nothing-is-here'], MINUTE);
  assert.deepEqual({ passed, failed }, { passed: 0, failed: 1 });
});

test('a run that does not end in time has failed', async () => {
  const { failed } = await runBrowserTests(['tests/browser/kernel/create-scope'], 1);
  assert.equal(failed, 1);
});
