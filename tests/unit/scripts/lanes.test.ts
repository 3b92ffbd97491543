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

/** @param idle how many cores are idle, all the time */
async function run(jobs: { job: TestJob }[], idle = 0): Promise<LanesResult & { seconds: unknown }> {
  const file = join(mkdtempSync(join(tmpdir(), 'lanes-')), 'seconds.json');
  const result = await runInLanes(
    jobs.map(({ job }) => job),
    { secondsFile: file, print: () => undefined, idleCores: () => idle, lookEvery: 1 },
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

test('while all that runs waits, the shortest that needs nothing is run beside it', async () => {
  const lanes = Math.min(availableParallelism() + 1, 8);
  const { promise, resolve } = Promise.withResolvers<void>();
  const order: string[] = [];
  const jobs = Array.from({ length: lanes + 3 }, (_, index) => {
    const { job } = jobThat(String(index), () => false);
    const { run: answer } = job;
    const run = async () => {
      order.push(job.name);
      if (index < lanes) await promise;
      return await answer();
    };
    const needs = index === lanes + 2 ? { needs: 'a browser' } : {};
    return { job: { ...job, ...needs, seconds: 100 - index, run } };
  });
  const ended = run(jobs, 1);
  const all = [...Array.from({ length: lanes }, (_, index) => String(index)), String(lanes + 1), String(lanes)];
  for (const end = Date.now() + 5000; order.length < all.length && Date.now() < end;) await sleep(2);
  assert.deepEqual(order, all);
  await sleep(20);
  assert.equal(order.length, all.length, 'one that needs a browser waits for a lane');
  resolve();
  assert.equal((await ended).phases.get('tests')?.passed, (lanes + 3) * 2);
});

test('where no core is idle nothing is begun beside the lanes', async () => {
  const lanes = Math.min(availableParallelism() + 1, 8);
  let [now, most] = [0, 0];
  const jobs = Array.from({ length: lanes * 3 }, (_, index) => {
    const { job } = jobThat(String(index), () => false);
    const { run: answer } = job;
    const run = async () => {
      most = Math.max(most, ++now);
      await sleep(5);
      now -= 1;
      return await answer();
    };
    return { job: { ...job, run } };
  });
  await run(jobs, 0.5);
  assert.equal(most, lanes);
});
