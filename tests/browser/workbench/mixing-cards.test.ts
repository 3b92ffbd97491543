import { expect, test } from '@rstest/core';

import { cancelToolRun, listToolItems } from '#core/contract/tool-run-calls.ts';
import { answer, fakeKernel, cycle, expectNoLeaks } from '#core/web/testing/index.ts';
import { listMixCards, type MixCard } from '#plugins/mixing/calls.ts';
import { runChanged } from '#plugins/mixing/events.ts';
import manifest from '#plugins/mixing/plugin.ts';
import { cardOf } from '#plugins/mixing/web/parts/card-of.ts';
import web from '#plugins/mixing/web/index.ts';
import { TASK_WORK } from '#core/web/tasks/task-work.ts';
import { describeRun } from '#plugins/mixing/web/run/describe-run.ts';
import { FIRST_STEPS, WORKBENCH_CARDS, WORKBENCH_OUTPUTS, WORKBENCH_STARTS } from '#plugins/workbench/api.ts';

import { TIMES } from '#tests/browser/cycle-times.ts';
import { buildOutput, buildRun } from '../mixing/run/build-run.ts';

const ID = '01890000-0000-7000-8000-0000000000b1';
const RUN = '01890000-0000-7000-8000-0000000000c1';

function buildCard(run: Partial<NonNullable<MixCard['run']>> | null): MixCard {
  return {
    ...{ id: ID, name: '港口日落', changedAt: '2026-01-01T00:00:00.000Z', picture: null },
    ...{ groups: 3, clips: 9, videos: 4, ranAt: run === null ? null : '2026-01-01T00:00:00.000Z' },
    run: run === null ? null : { id: RUN, state: 'working', count: 12, planned: 10, made: 4, error: null, ...run },
  };
}

test('a project says how far its last run is', () => {
  expect(cardOf(buildCard(null)).state).toEqual({ tone: 'idle', text: 'mixing:card.draft' });
  const running = cardOf(buildCard({}));
  expect(running).toMatchObject({ id: ID, title: '港口日落', subjectId: RUN, to: `/mixedCut/run/${RUN}` });
  expect(cardOf(buildCard({ state: 'done' })).to).toBe(`/mixedCut/edit/${ID}`);
  expect(cardOf(buildCard({ state: 'paused' })).state).toEqual({
    ...{ tone: 'idle', text: 'mixing:card.paused', params: { made: 4, count: 10 }, progress: 0.4 },
  });
  expect(running.state).toEqual({
    ...{ tone: 'working', text: 'mixing:card.rendering', params: { made: 4, count: 10 }, progress: 0.4 },
  });
  expect(cardOf(buildCard({ planned: null })).state.params).toEqual({ made: 4, count: 12 });
  expect(cardOf(buildCard({ state: 'done', made: 10 })).state).toMatchObject({ tone: 'done', params: { made: 10 } });
  expect(cardOf(buildCard({ state: 'failed', error: '磁盘满了' })).state).toMatchObject({
    ...{ tone: 'failed', params: { reason: '磁盘满了' } },
  });
});

test('a project says what its owner does next', () => {
  const next = (run: Parameters<typeof buildCard>[0]) => cardOf(buildCard(run)).next;
  expect(next(null)).toEqual({ title: 'mixing:next.edit', to: `/mixedCut/edit/${ID}` });
  expect(next({})).toEqual({ title: 'mixing:next.watch', to: `/mixedCut/run/${RUN}` });
  expect(next({ state: 'done', made: 10 })).toMatchObject({ title: 'mixing:next.see', params: { count: 10 } });
  expect(next({ state: 'failed' })?.title).toBe('mixing:next.why');
});

test('a run of which nothing is there yet says what it does', () => {
  expect(cardOf(buildCard({ made: 0 })).state.text).toBe('mixing:card.encoding');
  const t = (key: string) => key;
  expect(describeRun(buildRun({ state: 'working', made: 0 }), t)).toBe('mixing:run.encoding');
  expect(describeRun(buildRun({ state: 'working', made: 1 }), t)).toBe('mixing:run.rendering');
});

test('the newest videos of the last run that has some are shown on the workbench', async () => {
  const poster = '/files/1.jpg';
  const { id, name } = buildOutput(1);
  const fake = await fakeKernel(
    { manifest, web },
    {
      calls: [
        answer(listMixCards, {
          items: [buildCard({ made: 0 }), buildCard({})],
          nextCursor: null,
          total: 2,
          made: true,
        }),
        answer(listToolItems, {
          ...{
            items: [
              { ...buildOutput(1), poster },
              { ...buildOutput(2), poster: null },
            ],
            nextCursor: null,
            total: 2,
          },
          ...{ revision: 1, working: [] },
        }),
      ],
    },
  );
  await fake.kernel.plugins.ensure('mixing', 'slot:workbench.outputs');
  const [outputs] = fake.kernel.slots.items(WORKBENCH_OUTPUTS);
  expect(await outputs?.item.load(AbortSignal.timeout(5000))).toEqual([
    { id, title: `${name}.mp4`, picture: poster, to: `/mixedCut/run/${RUN}` },
  ]);
  const [start] = fake.kernel.slots.items(WORKBENCH_STARTS);
  expect(start?.item.to).toBe('/mixedCut/create');
  await fake.kernel.dispose();
});

test('the plugin adds its projects, its first step and its way to stop a run to the workbench', async () => {
  const fake = await fakeKernel(
    { manifest, web },
    {
      calls: [answer(listMixCards, { items: [buildCard({})], nextCursor: null, total: 1, made: true })],
    },
  );
  await fake.kernel.plugins.ensure('mixing', 'slot:workbench.cards');
  const signal = AbortSignal.timeout(5000);
  const [cards] = fake.kernel.slots.items(WORKBENCH_CARDS);
  expect((await cards?.item.load(signal))?.map(({ title }) => title)).toEqual(['港口日落']);
  const [step] = fake.kernel.slots.items(FIRST_STEPS);
  expect(await step?.item.isDone(signal)).toBe(true);
  const [jobs] = fake.kernel.slots.items(TASK_WORK);
  fake.http.script({ ...cancelToolRun, give: () => null });
  await jobs?.item.cancel?.(RUN, signal);
  expect(fake.http.callsOf(cancelToolRun)[0]?.params).toEqual({ id: RUN });
  await fake.kernel.dispose();
});

test('what the workbench asks of projects at the same time is asked once, and anew after an event', async () => {
  const fake = await fakeKernel(
    { manifest, web },
    { calls: [answer(listMixCards, { items: [], nextCursor: null, total: 0, made: false })] },
  );
  await fake.kernel.plugins.ensure('mixing', 'slot:workbench.cards');
  const signal = AbortSignal.timeout(5000);
  const ask = (): Promise<unknown> =>
    Promise.all([
      ...fake.kernel.slots.items(WORKBENCH_CARDS).map(({ item }) => item.load(signal)),
      ...fake.kernel.slots.items(WORKBENCH_OUTPUTS).map(({ item }) => item.load(signal)),
      ...fake.kernel.slots.items(FIRST_STEPS).map(({ item }) => item.isDone(signal)),
    ]);
  expect(await ask()).toEqual([[], [], false]);
  expect(fake.http.callsOf(listMixCards)).toHaveLength(1);
  const before = ask();
  fake.events.send(runChanged, { runId: RUN, projectId: ID });
  await Promise.all([before, ask()]);
  expect(fake.http.callsOf(listMixCards)).toHaveLength(3);
  await fake.kernel.dispose();
});

test('the plugin leaves nothing behind when it is opened and stopped again and again', async () => {
  expectNoLeaks(await cycle({ manifest, web }, { times: TIMES }));
});
