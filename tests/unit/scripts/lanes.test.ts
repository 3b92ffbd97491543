import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

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
  const many = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => jobThat(name, () => true));
  assert.deepEqual([(await run(many)).failed.length, many.map(({ ran }) => ran)], [6, [1, 1, 1, 1, 1, 1]]);
});

test('jobs that need a browser leave a lane to the others, and all are run', async () => {
  let [now, most, ran] = [0, 0, 0];
  const jobs = Array.from({ length: 20 }, (_, index) => {
    const { job } = jobThat(String(index), () => false);
    const needs = index < 10 ? 'a browser' : undefined;
    const { run: answer } = job;
    const run = async () => {
      if (needs !== undefined) most = Math.max(most, ++now);
      await sleep(5);
      if (needs !== undefined) now -= 1;
      ran += 1;
      return await answer();
    };
    return { job: { ...job, needs, run } };
  });
  await run(jobs);
  assert.deepEqual([ran, most], [20, Math.min(availableParallelism(), 7)]);
});
