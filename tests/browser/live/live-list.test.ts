import { expect, rs, test } from '@rstest/core';
import { observable, runInAction } from 'mobx';

import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveList, type LiveListOptions } from '#core/web/live/LiveList.ts';

import { liveKit, pass, PagedRows, refused, row, rows, thingChanged, unanswered, type Row } from './live-kit.ts';

const kit = liveKit();

function build(all: readonly Row[], options: LiveListOptions<Row> = {}) {
  const server = new PagedRows(all);
  const { events } = kit;
  const list = new LiveList<Row>(kit.scope, server.load, {
    ...{ events, follows: [eventTrigger(thingChanged)], pageSize: 20, mostAtOnce: 30, compare: (a, b) => b.at - a.at },
    ...options,
  });
  return { server, list, events };
}

const namesOf = (list: LiveList<Row>) => list.items?.map(({ name }) => name);

test('pages follow each other without a gap or a twin, until there is no more', async () => {
  const { server, list } = build(rows(50));
  expect([list.items, list.total, list.isEmpty]).toEqual([null, null, false]);
  await list.load();
  expect([list.ids.length, list.total, list.hasMore, list.loading]).toEqual([20, 50, true, null]);
  await Promise.all([list.more(), list.more()]);
  expect(server.asked).toHaveLength(2);
  await list.more();
  await list.more();
  expect(server.asked).toHaveLength(3);
  expect([list.items, list.hasMore]).toEqual([rows(50), false]);
});

test('what moves up between two pages is listed once', async () => {
  const { server, list } = build(rows(30));
  await list.load();
  // The last of the first page falls behind, into the second.
  server.all = server.all.map((each) => (each.id === 'r11' ? { ...each, at: 5.5 } : each));
  await list.more();
  expect(new Set(list.ids).size).toBe(list.ids.length);
  expect(list.get('r11')?.at).toBe(5.5);
});

test('loaded anew it is read as far as it was listed', async () => {
  const { server, list, events } = build(rows(90));
  list.follow();
  await pass(0);
  await list.more();
  await list.more();
  server.all = [...server.all, row(91)];
  server.asked.length = 0;
  events.send(thingChanged, { whose: 'mine' });
  await pass(1000);
  expect([list.ids.length, list.ids[0], list.total]).toEqual([60, 'r91', 91]);
  expect(server.asked.map(({ limit }) => limit)).toEqual([30, 30]);
});

test('a list that was read to its end keeps its last items when new ones arrive', async () => {
  const { server, list, events } = build(rows(45));
  list.follow();
  await pass(0);
  while (list.hasMore) await list.more();
  server.all = [...server.all, row(46), row(47)];
  events.send(thingChanged, { whose: 'mine' });
  await pass(1000);
  expect([list.ids.length, list.ids[0], list.ids.at(-1), list.hasMore]).toEqual([47, 'r47', 'r1', false]);
});

test('a page that failed leaves what is listed, and can be asked for again', async () => {
  const { server, list } = build(rows(50));
  await list.load();
  server.failure = unanswered();
  await list.more();
  expect([list.failure?.what, list.ids.length, list.loading]).toEqual(['more', 20, null]);
  server.failure = null;
  await list.retry();
  expect([list.failure, list.ids.length]).toEqual([null, 40]);
  server.failure = refused();
  await list.load();
  expect([list.failure?.what, list.ids.length]).toEqual(['all', 40]);
  server.failure = null;
  await list.retry();
  expect([list.failure, list.ids.length]).toEqual([null, 40]);
});

test('another question begins at the top, and what was listed stays until it is answered', async () => {
  const words = observable.box('');
  const { server, list } = build(rows(50), { query: () => words.get() });
  list.follow();
  await pass(0);
  await list.more();
  server.all = rows(3);
  runInAction(() => words.set('x'));
  expect([list.loading, list.ids.length]).toEqual(['all', 40]);
  await pass(0);
  expect([list.ids, list.total, server.asked.at(-1)]).toEqual([
    ['r3', 'r2', 'r1'],
    3,
    { cursor: undefined, limit: 20 },
  ]);
});

test('the next page of a former question is let go', async () => {
  const words = observable.box('');
  const { server, list } = build(rows(50), { query: () => words.get() });
  list.follow();
  await pass(0);
  const more = list.more();
  server.all = rows(2);
  runInAction(() => words.set('x'));
  await more;
  await pass(0);
  expect([list.ids, list.loading]).toEqual([['r2', 'r1'], null]);
});

test('what changed moves to its place, and what is gone goes', async () => {
  const { list } = build(rows(4));
  await list.load();
  list.put([{ ...row(1), at: 9 }]);
  expect(list.ids).toEqual(['r1', 'r4', 'r3', 'r2']);
  const before = list.ids;
  list.put([{ ...row(3), name: 'renamed' }]);
  expect([list.ids === before, list.get('r3')?.name]).toEqual([true, 'renamed']);
  list.take(new Map(), ['r4', 'unknown']);
  expect([list.ids, list.total]).toEqual([['r1', 'r3', 'r2'], 3]);
});

test('what changes while the list is read for the first time is read once more', async () => {
  const { server, list } = build(rows(2));
  list.follow();
  list.put([row(2, 'renamed')]);
  await pass(0);
  server.all = [row(2, 'renamed'), row(1)];
  await pass(1000);
  expect(namesOf(list)).toEqual(['renamed', 'row 1']);
});

test('an item that no longer belongs goes, and one that came back is known', async () => {
  const { list } = build(rows(3), { belongs: (item, before) => item.name !== 'out' && before !== undefined });
  await list.load();
  list.put([{ ...row(2), name: 'out' }]);
  expect(list.ids).toEqual(['r3', 'r1']);
  list.put([row(2), row(9)]);
  expect([list.ids, list.total]).toEqual([['r3', 'r2', 'r1'], 3]);
});

test('newcomers show at once at the top, and wait while one looks further down', async () => {
  let lookedAt = 0;
  const { list } = build(rows(10), { lookedAt: () => lookedAt });
  await list.load();
  list.put([row(11)]);
  expect([list.ids[0], list.arrivals]).toEqual(['r11', []]);
  lookedAt = 4;
  const seen = list.ids[4];
  list.put([row(12), row(13), row(2.5)]);
  expect([list.ids[4], list.arrivals, list.total]).toEqual([seen, ['r12', 'r13'], 14]);
  expect(list.ids).toContain('r2.5');
  list.showArrivals();
  expect([list.ids.slice(0, 3), list.arrivals]).toEqual([['r13', 'r12', 'r11'], []]);
});

test('what belongs behind what was read comes with its page', async () => {
  const { server, list } = build(rows(50).slice(0, 45));
  await list.load();
  server.all = [...server.all, row(1)];
  list.put([row(1)]);
  expect([list.ids.includes('r1'), list.total]).toEqual([false, 46]);
  await list.rest();
  expect([list.ids.at(-1), list.ids.length]).toEqual(['r1', 46]);
});

test('without an order newcomers are loaded', async () => {
  const { server, list } = build(rows(3), { compare: undefined });
  list.follow();
  await pass(1000);
  server.all = rows(4);
  list.put([row(4)]);
  expect(list.ids).toHaveLength(3);
  await pass(1000);
  expect(list.ids[0]).toBe('r4');
});

test('a removal shows at once, and is taken back when the server refuses it', async () => {
  const { server, list } = build(rows(3));
  list.follow();
  await pass(0);
  const sent = Promise.withResolvers<void>();
  const without = (items: readonly Row[]) => items.filter(({ id }) => id !== 'r2');
  const removed = list.change(without, () => sent.promise);
  expect([list.ids, list.total, list.get('r2')]).toEqual([['r3', 'r1'], 2, undefined]);
  // Loaded meanwhile, the server still has it.
  await list.load();
  expect(list.ids).toEqual(['r3', 'r1']);
  list.put([row(9)]);
  sent.reject(refused());
  await expect(removed).rejects.toThrow('not allowed');
  expect([list.ids, list.total]).toEqual([['r9', 'r3', 'r2', 'r1'], 4]);
  server.all = rows(3).filter(({ id }) => id !== 'r2');
  await list.change(without, () => Promise.resolve());
  expect([list.ids, list.total]).toEqual([['r9', 'r3', 'r1'], 3]);
});

test('a change is settled by what the server made of it', async () => {
  const { list } = build(rows(2));
  await list.load();
  const answer = await list.change(
    (items) => items.map((item) => (item.id === 'r1' ? { ...item, name: 'mine' } : item)),
    () => Promise.resolve(row(1, 'ours')),
    (items, settled) => items.map((item) => (item.id === settled.id ? settled : item)),
  );
  expect([answer.name, namesOf(list)]).toEqual(['ours', ['row 2', 'ours']]);
});

test('another account starts with nothing', async () => {
  const whose = observable.box<string | null>('a');
  const { list } = build(rows(3), { of: () => whose.get() });
  list.follow();
  await pass(0);
  runInAction(() => whose.set(null));
  expect([list.items, list.ids, list.total, list.hasMore]).toEqual([null, [], null, false]);
});

test('nothing of it outlives its scope: no call, no timer, no listener', async () => {
  const { server, list, events } = build(rows(50));
  list.follow();
  await pass(0);
  events.send(thingChanged, { whose: 'mine' });
  const more = list.more();
  await kit.scope.dispose();
  await more;
  expect([list.ids.length, events.listening, rs.getTimerCount()]).toEqual([20, 0, 0]);
  await pass(60_000);
  expect(server.asked).toHaveLength(2);
});
