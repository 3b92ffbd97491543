import { afterEach, expect, rs, test } from '@rstest/core';

import { eventOfTopic } from '#core/contract/event.ts';
import { taskChanged, type TaskEvent } from '#core/contract/kernel-events.ts';
import { cancelTask, listJobs, listTasks, retryTask, type Job } from '#core/contract/task-calls.ts';
import { FakeI18n } from '#core/web/testing/fake-i18n.ts';
import { FakeSession } from '#core/web/testing/fake-session.ts';
import { MemoryStorage, RecordedDialogs, RecordedToasts, SentEvents } from '#core/web/testing/recorders.ts';
import { answer, refuse, ScriptedHttp, type Answer } from '#core/web/testing/scripted-http.ts';
import { AccountTasks } from '#core/web/tasks/AccountTasks.ts';

const TIME = '2026-11-21T10:00:00.000Z';
const id = (number: number): string => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`;

function job(number: number, changes: Partial<Job> = {}): Job {
  return {
    ...{ id: id(number), subjectId: null, job: 'harbour.load', state: 'running', total: 1, ended: 0 },
    ...{ running: [{ id: id(number), progress: 0 }], secondsLeft: null, error: null },
    ...{ startedAt: TIME, updatedAt: TIME },
    ...changes,
  };
}

/** The event that tells of a task. */
function told(number: number, changes: Partial<TaskEvent> = {}): TaskEvent {
  return {
    id: id(number),
    job: 'harbour.load',
    subjectId: null,
    state: 'running',
    progress: 0.5,
    secondsLeft: 20,
    ...{ attempt: 1, createdAt: TIME, updatedAt: TIME },
    ...changes,
  };
}

const task = (number: number, state: 'cancelling' | 'queued') => ({
  ...{ id: id(number), job: 'harbour.load', subjectId: null, state, progress: 0, secondsLeft: null },
  ...{ attempt: 1, error: null, createdAt: TIME, updatedAt: TIME },
});

let stop: (() => void | Promise<void>) | undefined;
afterEach(() => stop?.());

/** Tasks that are followed, and a server that lists these jobs. */
async function build(listed: Job[], ...answers: Answer[]) {
  const server = { listed, total: () => server.listed.length };
  const http = new ScriptedHttp(
    [answer(listJobs, () => ({ items: server.listed, total: server.total() })), ...answers],
    new RecordedToasts(),
  );
  const [session, events, dialogs, storage] = [
    new FakeSession(),
    new SentEvents(),
    new RecordedDialogs(),
    new MemoryStorage(),
  ];
  const services = { http, session, events, dialogs, storage, i18n: new FakeI18n('zh') };
  const tasks = new AccountTasks(services);
  stop = tasks.follow();
  await rs.waitFor(() => expect(tasks.total).not.toBeNull());
  const reads = (): number => http.callsOf(listJobs).length;
  return { tasks, server, reads, ...services };
}

const idsOf = (jobs: readonly { id: string }[]): string[] => jobs.map((one) => one.id);

test('what is under way is read once, however many follow it, and again no more once nobody does', async () => {
  const { tasks, events, reads } = await build([job(2), job(1, { state: 'queued', running: [] })]);
  expect(idsOf(tasks.open)).toEqual([id(2), id(1)]);
  const stopSecond = tasks.follow();
  expect(events.listening).toBe(1);
  void stopSecond();
  void stopSecond();
  expect(events.listening).toBe(1);
  void stop?.();
  expect([events.listening, reads()]).toEqual([0, 1]);
});

test('tasks of one subject are one job, whose progress is that of the whole and never jumps back', async () => {
  const running = [
    { id: id(8), progress: 0.5 },
    { id: id(9), progress: 0 },
  ];
  const { tasks, events } = await build([job(1, { id: 'run', subjectId: 'run', total: 10, ended: 4, running })]);
  expect(tasks.open).toHaveLength(1);
  expect(tasks.progress).toBeCloseTo(0.45);
  events.send(taskChanged, told(9, { subjectId: 'run', progress: 0.8 }));
  expect(tasks.open[0]?.progress).toBeCloseTo(0.53);
  events.send(taskChanged, told(9, { subjectId: 'run', progress: 0.1 }));
  events.send(eventOfTopic(taskChanged.topic), { nonsense: true });
  expect(tasks.open[0]?.progress).toBeCloseTo(0.53);
});

test('what has ended moves to what has just ended, the newest first, and a failure stays and says why', async () => {
  const { tasks, server, events } = await build([job(3), job(2), job(1)]);
  const failed = job(3, { state: 'failed', running: [], error: { taskId: id(3), message: '空文件' } });
  server.listed = [failed];
  events.send(taskChanged, told(1, { state: 'succeeded' }));
  events.send(taskChanged, told(2, { state: 'cancelled' }));
  await rs.waitFor(() => expect(tasks.ended).toHaveLength(2), { timeout: 3000 });
  expect(tasks.ended.map(({ id: ended, end }) => [ended, end])).toEqual([
    [id(2), 'cancelled'],
    [id(1), 'succeeded'],
  ]);
  expect([tasks.open, idsOf(tasks.jobs)]).toEqual([[], [id(3)]]);
  tasks.hide(failed as never);
  expect(tasks.jobs).toEqual([]);
});

test('after events were lost, what has ended meanwhile is no longer shown as running', async () => {
  const { tasks, server, events } = await build([job(2), job(1)]);
  server.listed = [job(2)];
  events.resync();
  await rs.waitFor(() => expect(idsOf(tasks.open)).toEqual([id(2)]), { timeout: 3000 });
  expect(tasks.ended).toEqual([]);
});

test('a task on its own is cancelled at once; what cannot be cancelled says why', async () => {
  const { tasks, server, http, dialogs } = await build([job(1)], answer(cancelTask, task(1, 'cancelling')));
  const [only] = tasks.open;
  if (only === undefined) throw new Error('there is no job');
  server.listed = [job(1, { state: 'cancelling' })];
  await tasks.cancel(only, '港口');
  expect([dialogs.opened, tasks.open[0]?.state]).toEqual([[], 'cancelling']);
  http.script(refuse(cancelTask, '任务已经结束', { status: 409 }));
  await tasks.cancel(only, '港口');
  expect([tasks.faultOf(only.id), tasks.isBusy(only.id)]).toEqual(['任务已经结束', false]);
});

test('the tasks of a subject are cancelled page by page, after asking, unless their plugin knows better', async () => {
  const { tasks, http, dialogs } = await build(
    [job(1, { id: 'run', subjectId: 'run', total: 3 })],
    answer(listTasks, { items: [task(1, 'queued'), task(2, 'queued')], nextCursor: id(2), total: 3 }),
    answer(listTasks, { items: [task(3, 'queued')], nextCursor: null, total: 3 }),
    answer(cancelTask, task(1, 'cancelling')),
  );
  const [run] = tasks.open;
  if (run === undefined) throw new Error('there is no job');
  dialogs.script(false);
  await tasks.cancel(run, '港口');
  expect(dialogs.opened[0]?.question).toMatchObject({ destructive: true, params: { job: '港口' } });
  expect(http.callsOf(cancelTask)).toHaveLength(0);
  await tasks.cancel(run, '港口');
  expect(http.callsOf(cancelTask).map(({ path }) => path.split('/')[3])).toEqual([id(1), id(2), id(3)]);

  const stopped: string[] = [];
  await tasks.cancel(run, '港口', { stages: {}, cancel: (subject) => Promise.resolve(void stopped.push(subject)) });
  expect([stopped, http.callsOf(cancelTask).length]).toEqual([['run'], 3]);
});

test('what failed runs again by the task that failed', async () => {
  const failed = job(1, { id: 'run', subjectId: 'run', state: 'failed', error: { taskId: id(7), message: '空文件' } });
  const { tasks, http } = await build([failed], answer(retryTask, task(7, 'queued')));
  await tasks.retry({ ...failed, progress: 0, hasRun: true });
  expect(http.callsOf(retryTask).map(({ path }) => path)).toEqual([`/api/tasks/${id(7)}/retry`]);
});

test('another user sees nothing of the one before', async () => {
  const { tasks, server, session, events } = await build([job(1)]);
  server.listed = [];
  events.send(taskChanged, told(1, { state: 'succeeded' }));
  session.clear();
  expect([tasks.jobs, tasks.ended, tasks.total]).toEqual([[], [], null]);
});

test('what is stopped offline goes on, says so, and stops by itself once there is a network', async () => {
  const { tasks, http } = await build([job(1)], answer(cancelTask, task(1, 'cancelling')));
  const online = rs.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const [running] = tasks.open;
  const stopping = tasks.cancel(running as never, '装船');
  await rs.waitFor(() =>
    expect(tasks.faultOf(id(1))).toBe('您已离线，服务器上的任务还在进行，恢复连接后会自动停止它。'),
  );
  expect([tasks.isBusy(id(1)), http.callsOf(cancelTask).length]).toEqual([true, 0]);
  online.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await stopping;
  expect([tasks.faultOf(id(1)), tasks.isBusy(id(1)), http.callsOf(cancelTask).length]).toEqual([undefined, false, 1]);
  online.mockRestore();
});
