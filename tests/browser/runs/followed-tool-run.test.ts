import { expect, test } from '@rstest/core';

import { listToolItems, readToolRun } from '#core/contract/tool-run-calls.ts';
import { toolRunChanged } from '#core/contract/tool-run-events.ts';
import { createScope } from '#core/web/create-scope.ts';
import { FollowedToolRun } from '#core/web/runs/FollowedToolRun.ts';
import { wallShape } from '#core/web/runs/wall-shape.ts';
import {
  answer,
  FakeI18n,
  RecordedToasts,
  refuse,
  ScriptedHttp,
  SentEvents,
  type Answer,
} from '#core/web/testing/index.ts';
import { until } from '#tests/until.ts';

import { buildItem, buildRun, idOf, itemPage, RUN } from './press-run.tsx';

function followedRun(...answers: Answer[]) {
  const http = new ScriptedHttp(answers, new RecordedToasts());
  const events = new SentEvents();
  const run = new FollowedToolRun(RUN, { scope: createScope('test'), http, events, i18n: new FakeI18n() });
  return { http, events, run };
}

test('after the first reading only what changed is read, when an event says so', async () => {
  const { http, events, run } = followedRun(
    answer(readToolRun, buildRun({ progress: 0.5 })),
    answer(readToolRun, buildRun({ progress: 0.4, made: 1 })),
    answer(
      listToolItems,
      itemPage([buildItem(2, { state: 'working' }), buildItem(1, { state: 'planned' })], {
        revision: 4,
        working: [{ id: idOf(2), progress: 0.5 }],
      }),
    ),
    answer(listToolItems, itemPage([buildItem(2)], { revision: 5 })),
  );
  const stop = run.follow();
  await until(() => run.isRead);
  const states = () => run.order.map((id) => run.stateOf(run.get(id) ?? buildItem(9)));
  expect(run.order).toEqual([idOf(1), idOf(2)]);
  expect(states()).toEqual(['waiting', 'making']);
  expect(run.progressOf(idOf(2))).toBe(0.5);

  events.send(toolRunChanged, { runId: idOf(77), tool: 'press.stamp' });
  events.send(toolRunChanged, { runId: RUN, tool: 'press.stamp' });
  await until(() => run.made.length === 1);
  expect(http.callsOf(listToolItems).map(({ query }) => (query as { since?: number }).since)).toEqual([undefined, 4]);
  expect(states()).toEqual(['waiting', 'made']);
  expect(run.progress).toBe(0.5);
  stop();
});

test('replaced and left-out items are not shown, deleted results cannot be opened', async () => {
  const { run } = followedRun(
    answer(readToolRun, buildRun({ state: 'done', made: 2 })),
    answer(
      listToolItems,
      itemPage([
        buildItem(1, { state: 'replaced' }),
        buildItem(2, { state: 'given-up' }),
        buildItem(3, { files: [], error: '已删除' }),
        buildItem(4),
      ]),
    ),
  );
  const stop = run.follow();
  await until(() => run.isRead);
  expect(run.order).toEqual([idOf(3), idOf(4)]);
  expect(run.stateOf(run.get(idOf(3)) ?? buildItem(9))).toBe('gone');
  expect(run.made.map(({ id }) => id)).toEqual([idOf(4)]);
  stop();
});

test('what was made and then replaced is told with what is in its place', async () => {
  const { run } = followedRun(
    answer(readToolRun, buildRun()),
    answer(
      listToolItems,
      itemPage([
        buildItem(1),
        buildItem(11, { position: 0, state: 'replaced', facts: { like: 'x' } }),
        buildItem(12, { position: 4, state: 'replaced', facts: { like: 'x' } }),
        buildItem(13, { position: 5, state: 'replaced', error: '文件坏了' }),
      ]),
    ),
  );
  const stop = run.follow();
  await until(() => run.isRead);
  expect(run.order).toEqual([idOf(1)]);
  expect(run.replaced.map(({ item, by }) => [item.id, by?.id])).toEqual([
    [idOf(11), idOf(1)],
    [idOf(12), undefined],
  ]);
  stop();
});

test('events of other runs are not its own', async () => {
  const { http, events, run } = followedRun(answer(readToolRun, buildRun()), answer(listToolItems, itemPage([])));
  const stop = run.follow();
  await until(() => run.isRead);
  events.send(toolRunChanged, { runId: idOf(9), tool: 'press.stamp' });
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(http.callsOf(readToolRun)).toHaveLength(1);
  stop();
  expect(events.listening).toBe(0);
});

test('progress never goes back, but when failed items are tried again', async () => {
  const { http, run } = followedRun(
    answer(readToolRun, buildRun({ progress: 0.6, failed: 1 })),
    answer(listToolItems, itemPage([buildItem(1, { state: 'failed', error: '磁盘满了' })])),
  );
  const stop = run.follow();
  await until(() => run.isRead);
  http.script(answer(readToolRun, buildRun({ progress: 0.5, failed: 1 })), answer(listToolItems, itemPage([])));
  await run.live.load();
  expect(run.progress).toBe(0.6);
  run.accept(buildRun({ progress: 0.3, failed: 0 }));
  expect(run.progress).toBe(0.3);
  stop();
});

test('an item that is being made never goes back either', async () => {
  const working = (progress: number) =>
    answer(listToolItems, itemPage([buildItem(1, { state: 'planned' })], { working: [{ id: idOf(1), progress }] }));
  const { http, run } = followedRun(answer(readToolRun, buildRun()), working(0.7));
  const stop = run.follow();
  await until(() => run.isRead);
  http.script(working(0.2));
  await run.live.load();
  expect(run.progressOf(idOf(1))).toBe(0.7);
  stop();
});

test('when events are gone everything is read anew, and what is there no more is let go', async () => {
  const { http, events, run } = followedRun(
    answer(readToolRun, buildRun()),
    answer(listToolItems, itemPage([buildItem(1), buildItem(2)], { revision: 5 })),
  );
  const stop = run.follow();
  await until(() => run.isRead);
  run.selection.replace([idOf(1), idOf(2)]);
  http.script(answer(listToolItems, itemPage([buildItem(2)], { revision: 6 })));
  events.resync();
  await until(() => run.order.length === 1);
  expect(http.callsOf(listToolItems).at(-1)?.query).toMatchObject({ since: undefined });
  expect(run.chosen.map(({ id }) => id)).toEqual([idOf(2)]);
  stop();
});

test('a run that is not there is missing, and one that cannot be read is not', async () => {
  const missing = followedRun(refuse(readToolRun, '找不到', { status: 404 }));
  const stop = missing.run.follow();
  await until(() => missing.run.live.failure !== null);
  expect(missing.run.isMissing).toBe(true);
  stop();
  const unread = followedRun(refuse(readToolRun, '网络断了', { status: 0, kind: 'network' }));
  const stopUnread = unread.run.follow();
  await until(() => unread.run.live.failure !== null);
  expect(unread.run.isMissing).toBe(false);
  stopUnread();
});

test('addresses that expired are asked for anew', async () => {
  const { http, run } = followedRun(answer(readToolRun, buildRun()), answer(listToolItems, itemPage([buildItem(1)])));
  const stop = run.follow();
  await until(() => run.isRead);
  http.script(answer(listToolItems, itemPage([buildItem(1, { poster: '/files/1.jpg?s=9' })])));
  run.renew(idOf(1));
  await until(() => run.get(idOf(1))?.poster === '/files/1.jpg?s=9');
  expect(http.callsOf(listToolItems).at(-1)?.query).toMatchObject({ ids: idOf(1) });
  stop();
});

test('a reading that got no answer is told apart, and what was shown stays', async () => {
  const { http, run } = followedRun(answer(readToolRun, buildRun()), answer(listToolItems, itemPage([buildItem(1)])));
  const stop = run.follow();
  await until(() => run.isRead);
  http.script(refuse(readToolRun, '网络断了', { status: 0, kind: 'network' }));
  await run.live.load();
  expect(run.isLost).toBe(true);
  expect(run.made).toHaveLength(1);
  await run.live.load();
  expect(run.isLost).toBe(false);
  stop();
});

test('what a run is, is known before its items are read', async () => {
  const items = Promise.withResolvers<ReturnType<typeof itemPage>>();
  const { run } = followedRun(
    answer(readToolRun, buildRun({ made: 1 })),
    answer(listToolItems, () => items.promise),
  );
  const stop = run.follow();
  await until(() => run.run !== null);
  expect([run.isRead, run.order]).toEqual([false, []]);
  items.resolve(itemPage([buildItem(1)]));
  await until(() => run.isRead);
  expect(run.made).toHaveLength(1);
  stop();
});

test('a wall has two columns on a phone, and wide pictures stand further apart', () => {
  expect(wallShape('16:9', 390)).toMatchObject({ columns: 2, edge: 12 });
  expect(wallShape('9:16', 1440).columns).toBeGreaterThan(wallShape('16:9', 1440).columns);
});
