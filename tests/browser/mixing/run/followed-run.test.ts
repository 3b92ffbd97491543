import { expect, test } from '@rstest/core';

import { runChanged } from '#plugins/mixing/events.ts';
import { answer, refuse } from '#core/web/testing/index.ts';
import { listMixOutputs, readMixRun } from '#plugins/mixing/calls.ts';

import { buildOutput, buildRun, followedRun, idOf, outputPage, PROJECT, RUN, until } from './build-run.ts';

test('after the first reading only what changed is read', async () => {
  const { http, events, run } = followedRun(
    answer(readMixRun, buildRun()),
    answer(
      listMixOutputs,
      outputPage(
        [1, 2, 3].map((each) => buildOutput(each, { state: 'planned' })),
        { revision: 7 },
      ),
    ),
  );
  const stop = run.follow();
  await until(() => run.isRead);
  expect(run.order).toEqual([1, 2, 3].map(idOf));
  http.script(
    answer(readMixRun, buildRun({ made: 1, progress: 0.4 })),
    answer(listMixOutputs, outputPage([buildOutput(2)], { revision: 8, working: [{ id: idOf(3), progress: 0.5 }] })),
  );
  events.send(runChanged, { runId: RUN, projectId: PROJECT });
  await until(() => run.made.length === 1);
  expect(http.callsOf(listMixOutputs)[1]?.query).toMatchObject({ since: 7 });
  expect(run.order).toEqual([1, 2, 3].map(idOf));
  const states = [1, 2, 3].map((each) => run.stateOf(run.get(idOf(each))!));
  expect(states).toEqual(['waiting', 'made', 'making']);
  expect(run.progressOf(idOf(3))).toBe(0.5);
  stop();
});

test('events of other runs are not its own', async () => {
  const { http, events, run } = followedRun(answer(readMixRun, buildRun()), answer(listMixOutputs, outputPage([])));
  const stop = run.follow();
  await until(() => run.isRead);
  events.send(runChanged, { runId: idOf(9), projectId: PROJECT });
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(http.callsOf(readMixRun)).toHaveLength(1);
  stop();
  expect(events.listening).toBe(0);
});

test('progress never goes back, but when failed videos are tried again', async () => {
  const { http, run } = followedRun(
    answer(readMixRun, buildRun({ progress: 0.6, failed: 1 })),
    answer(listMixOutputs, outputPage([buildOutput(1, { state: 'failed', error: '磁盘满了' })])),
  );
  const stop = run.follow();
  await until(() => run.isRead);
  http.script(answer(readMixRun, buildRun({ progress: 0.5, failed: 1 })), answer(listMixOutputs, outputPage([])));
  await run.live.load();
  expect(run.progress).toBe(0.6);
  run.accept(buildRun({ progress: 0.3, failed: 0 }));
  expect(run.progress).toBe(0.3);
  stop();
});

test('a video that is being made never goes back either', async () => {
  const working = (progress: number) =>
    answer(
      listMixOutputs,
      outputPage([buildOutput(1, { state: 'planned' })], { working: [{ id: idOf(1), progress }] }),
    );
  const { http, run } = followedRun(answer(readMixRun, buildRun()), working(0.7));
  const stop = run.follow();
  await until(() => run.isRead);
  http.script(working(0.2));
  await run.live.load();
  expect(run.progressOf(idOf(1))).toBe(0.7);
  stop();
});

test('when events are gone everything is read anew, and what is there no more is let go', async () => {
  const { http, events, run } = followedRun(
    answer(readMixRun, buildRun()),
    answer(listMixOutputs, outputPage([buildOutput(1), buildOutput(2)], { revision: 5 })),
  );
  const stop = run.follow();
  await until(() => run.isRead);
  run.selection.replace([idOf(1), idOf(2)]);
  http.script(answer(listMixOutputs, outputPage([buildOutput(2)], { revision: 6 })));
  events.resync();
  await until(() => run.order.length === 1);
  expect(http.callsOf(listMixOutputs).at(-1)?.query).toMatchObject({ since: undefined });
  expect(run.chosen.map(({ id }) => id)).toEqual([idOf(2)]);
  stop();
});

test('videos that were replaced or given up are not shown', async () => {
  const { run } = followedRun(
    answer(readMixRun, buildRun()),
    answer(
      listMixOutputs,
      outputPage([
        buildOutput(1),
        buildOutput(2, { state: 'replaced', size: 1000 }),
        buildOutput(3, { state: 'given-up' }),
      ]),
    ),
  );
  const stop = run.follow();
  await until(() => run.isRead);
  expect(run.order).toEqual([idOf(1)]);
  stop();
});

test('while a run is planned the wall has a cell for each video that was asked for', async () => {
  const { run } = followedRun(
    answer(readMixRun, buildRun({ state: 'planning', planned: null, count: 50 })),
    answer(listMixOutputs, outputPage([])),
  );
  const stop = run.follow();
  await until(() => run.isRead);
  expect(run.cells).toBe(50);
  stop();
});

test('a run that is not there is missing, and one that cannot be read is not', async () => {
  const missing = followedRun(refuse(readMixRun, '找不到', { status: 404 }));
  const stop = missing.run.follow();
  await until(() => missing.run.live.failure !== null);
  expect(missing.run.isMissing).toBe(true);
  stop();
  const unread = followedRun(refuse(readMixRun, '网络断了', { status: 0, kind: 'network' }));
  const stopUnread = unread.run.follow();
  await until(() => unread.run.live.failure !== null);
  expect(unread.run.isMissing).toBe(false);
  stopUnread();
});

test('addresses that expired are asked for anew', async () => {
  const { http, run } = followedRun(
    answer(readMixRun, buildRun()),
    answer(listMixOutputs, outputPage([buildOutput(1)])),
  );
  const stop = run.follow();
  await until(() => run.isRead);
  http.script(answer(listMixOutputs, outputPage([buildOutput(1, { url: '/files/1?s=9' })])));
  run.renew(idOf(1));
  await until(() => run.get(idOf(1))?.url === '/files/1?s=9');
  expect(http.callsOf(listMixOutputs).at(-1)?.query).toMatchObject({ ids: idOf(1) });
  stop();
});

test('a reading that got no answer is told apart, and what was shown stays', async () => {
  const { http, run } = followedRun(
    answer(readMixRun, buildRun()),
    answer(listMixOutputs, outputPage([buildOutput(1)])),
  );
  const stop = run.follow();
  await until(() => run.isRead);
  http.script(refuse(readMixRun, '网络断了', { status: 0, kind: 'network' }));
  await run.live.load();
  expect(run.isLost).toBe(true);
  expect(run.made).toHaveLength(1);
  await run.live.load();
  expect(run.isLost).toBe(false);
  stop();
});

test('a video that was too much like another leaves the wall and is counted', async () => {
  const { http, events, run } = followedRun(
    answer(readMixRun, buildRun({ made: 2 })),
    answer(listMixOutputs, outputPage([buildOutput(1), buildOutput(2)], { revision: 3 })),
  );
  const stop = run.follow();
  await until(() => run.isRead);
  expect(run.replaced).toEqual([]);
  http.script(
    answer(readMixRun, buildRun({ made: 1 })),
    answer(listMixOutputs, outputPage([buildOutput(2, { state: 'replaced', size: 1000 })], { revision: 4 })),
  );
  events.send(runChanged, { runId: RUN, projectId: PROJECT });
  await until(() => run.replaced.length === 1);
  expect(run.order).toEqual([idOf(1)]);
  stop();
});

test('what a run is, is known before its outputs are read', async () => {
  const outputs = Promise.withResolvers<ReturnType<typeof outputPage>>();
  const { run } = followedRun(
    answer(readMixRun, buildRun({ made: 1 })),
    answer(listMixOutputs, () => outputs.promise),
  );
  const stop = run.follow();
  await until(() => run.run !== null);
  expect([run.isRead, run.order]).toEqual([false, []]);
  outputs.resolve(outputPage([buildOutput(1)]));
  await until(() => run.isRead);
  expect(run.made).toHaveLength(1);
  stop();
});
