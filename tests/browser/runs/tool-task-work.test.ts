import { expect, test } from '@rstest/core';

import { cancelToolRun } from '#core/contract/tool-run-calls.ts';
import { toolTaskWork } from '#core/web/runs/tool-task-work.ts';
import { workOf } from '#core/web/tasks/task-work.ts';
import { answer, RecordedToasts, ScriptedHttp } from '#core/web/testing/index.ts';

import { buildRun, RUN } from './press-run.tsx';

test('the list of jobs names the stages of a tool’s runs, and stops a run as a whole', async () => {
  const http = new ScriptedHttp([answer(cancelToolRun, buildRun({ state: 'cancelled' }))], new RecordedToasts());
  const item = toolTaskWork('press', http, { 'press.ink': 'shell:runs.begun' });
  const work = workOf({ job: 'press.tool-make' }, [{ context: { id: 'press' }, item }]);
  expect(work?.stages['press.tool-make']).toBe('shell:runs.job-make');
  expect(work?.stages['press.ink']).toBe('shell:runs.begun');
  await work?.cancel?.(RUN, new AbortController().signal);
  expect(http.callsOf(cancelToolRun)).toHaveLength(1);
});
