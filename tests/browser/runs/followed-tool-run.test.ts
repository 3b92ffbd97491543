import { expect, test } from '@rstest/core';

import { listToolItems, readToolRun } from '#core/contract/tool-run-calls.ts';
import { toolRunChanged } from '#core/contract/tool-run-events.ts';
import { createScope } from '#core/web/create-scope.ts';
import { FollowedToolRun } from '#core/web/runs/FollowedToolRun.ts';
import { wallShape } from '#core/web/runs/wall-shape.ts';
import { answer, FakeI18n, RecordedToasts, ScriptedHttp, SentEvents, type Answer } from '#core/web/testing/index.ts';

import { buildItem, buildRun, idOf, itemPage, RUN } from './press-run.tsx';

function followedRun(...answers: Answer[]) {
  const http = new ScriptedHttp(answers, new RecordedToasts());
  const events = new SentEvents();
  const run = new FollowedToolRun(RUN, { scope: createScope('test'), http, events, i18n: new FakeI18n() });
  return { http, events, run };
}

async function until(check: () => boolean): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    if (check()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('it did not come about');
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

test('a wall has two columns on a phone, and wide pictures stand further apart', () => {
  expect(wallShape('16:9', 390)).toMatchObject({ columns: 2, edge: 12 });
  expect(wallShape('9:16', 1440).columns).toBeGreaterThan(wallShape('16:9', 1440).columns);
});
