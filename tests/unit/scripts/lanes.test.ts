import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { runInLanes, type LanesResult, type TestJob } from '../../../scripts/testing/lanes.ts';

/** @param fails whether a run of the job fails, by how often it ran before */
function jobThat(name: string, fails: (ran: number) => boolean, repeats = true) {
  let ran = 0;
  const job: TestJob = {
    phase: 'tests',
    name,
    seconds: 1,
    repeats,
    run: () => {
      const failures = fails(ran) ? [`${name} broke\n  in detail`] : [];
      ran += 1;
      return Promise.resolve({
        passed: 2 - failures.length,
        skipped: 0,
        failures,
        output: '',
        seconds: 3,
        processorSeconds: 1,
      });
    },
  };
  return {
    job,
    get ran() {
      return ran;
    },
  };
}

async function run(jobs: { job: TestJob }[]): Promise<LanesResult & { seconds: unknown }> {
  const file = join(mkdtempSync(join(tmpdir(), 'lanes-')), 'seconds.json');
  const result = await runInLanes(
    jobs.map(({ job }) => job),
    { secondsFile: file, print: () => undefined },
  );
  return { ...result, seconds: JSON.parse(readFileSync(file, 'utf8')) };
}

test('a job that fails beside others and passes alone is named apart, and fails nothing', async () => {
  const result = await run([jobThat('steady', () => false), jobThat('unsteady', (ran) => ran === 0)]);
  assert.deepEqual(result.failed, []);
  assert.deepEqual(result.unsteady, ['unsteady: unsteady broke']);
  assert.deepEqual(result.phases.get('tests'), { passed: 4, failed: 0, skipped: 0, processorSeconds: 3 });
  assert.deepEqual(result.seconds, { steady: 3, unsteady: 3 });
});

test('a job that fails twice has failed', async () => {
  const broken = jobThat('broken', () => true);
  const result = await run([broken]);
  assert.deepEqual([result.failed, result.unsteady, broken.ran], [['broken: broken broke'], [], 2]);
  assert.equal(result.phases.get('tests')?.failed, 1);
});

test('neither checks nor many failures at once are tried again', async () => {
  const check = jobThat('check', () => true, false);
  assert.deepEqual([(await run([check])).failed.length, check.ran], [1, 1]);
  const many = ['a', 'b', 'c', 'd'].map((name) => jobThat(name, () => true));
  assert.deepEqual([(await run(many)).failed.length, many.map(({ ran }) => ran)], [4, [1, 1, 1, 1]]);
});
