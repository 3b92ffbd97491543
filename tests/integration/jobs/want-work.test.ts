import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';

import { wantWork } from '#core/server/services/jobs/want-work.ts';

import { reach, startedJobs } from './jobs-kit.ts';

test('what was found out between a look and the next question is not looked for once more', async (t) => {
  const { db, jobs } = await startedJobs(t, { 'test.find': async () => undefined });
  const accountId = randomUUID();
  const ask = async (isKnown: boolean) => {
    const wanted = { accountId, plugin: 'test', job: 'test.find', subjectId: 's', payload: {}, again: false };
    return await wantWork({ db, jobs }, { ...wanted, isKnown: async () => isKnown }, 'en');
  };
  const tasks = () => jobs.list(accountId, { subjectId: 's', plugin: 'test' });
  assert.equal((await ask(false)).state, 'working');
  const [first] = await tasks();
  assert.ok(first !== undefined);
  await reach(jobs, first, 'succeeded');
  assert.deepEqual(await ask(true), { state: 'working', progress: 1, error: null });
  assert.equal((await tasks()).length, 1);
  // What was found is gone, such as with a cache that was emptied.
  assert.deepEqual(await ask(false), { state: 'working', progress: 0, error: null });
  assert.equal((await tasks()).length, 2);
});
