import { expect, test } from '@rstest/core';
import { observable, runInAction } from 'mobx';

import { createScope } from '#core/web/create-scope.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { answer, MemoryStorage, RecordedToasts, refuse, ScriptedHttp, SentEvents } from '#core/web/testing/index.ts';
import { listMaterials, type Material } from '#plugins/materials/calls.ts';
import { materialsChanged } from '#plugins/materials/events.ts';
import { belongs, compareIn, NO_FILTERS, type ListWish } from '#plugins/materials/web/list/list-filters.ts';
import { ListQuery } from '#plugins/materials/web/list/ListQuery.ts';
import { createMaterialList } from '#plugins/materials/web/list/material-list.ts';
import { formatOf } from '#plugins/materials/web/parts/material-facts.ts';

import { buildMaterial, FakeLibrary, idOf, many } from './materials-plugin.ts';

const WISH: ListWish = { kind: 'video', folder: 'all', q: '', sort: 'created', descending: true, ...NO_FILTERS };
const asMap = (...items: Material[]) => new Map(items.map((item) => [item.id, item]));

function build(library: FakeLibrary) {
  const http = new ScriptedHttp(library.calls, new RecordedToasts());
  const place = { index: 0 };
  const wish = observable.box(WISH, { deep: false });
  const events = new SentEvents();
  const list = createMaterialList(createScope('test'), {
    ...{ http, events, follows: [eventTrigger(materialsChanged)], wish: () => wish.get(), language: () => 'zh' },
    lookedAt: () => place.index,
  });
  const ask = (asked: ListWish): void => runInAction(() => wish.set(asked));
  async function load(asked: ListWish): Promise<void> {
    ask(asked);
    await list.load();
  }
  return { http, place, list, events, ask, load };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 30));

test('formats are named as people do', () => {
  const types = ['video/mp4', 'video/quicktime', 'video/x-flv', 'audio/mpeg', 'audio/x-wav', 'image/jpeg'];
  expect(types.map(formatOf)).toEqual(['MP4', 'MOV', 'FLV', 'MP3', 'WAV', 'JPG']);
});

test('pages follow each other without a gap or a twin, until there is no more', async () => {
  const { list, load, http } = build(new FakeLibrary(many(300)));
  await load(WISH);
  expect([list.ids.length, list.total, list.hasMore]).toEqual([120, 300, true]);
  await Promise.all([list.more(), list.more()]);
  expect(http.callsOf(listMaterials)).toHaveLength(2);
  await list.more();
  expect([list.ids.length, new Set(list.ids).size, list.hasMore]).toEqual([300, 300, false]);
  await list.more();
  expect(http.callsOf(listMaterials)).toHaveLength(3);
});

test('a page that failed says so and can be asked for again', async () => {
  const { list, load, http } = build(new FakeLibrary(many(200)));
  await load(WISH);
  http.script(refuse(listMaterials, '服务器忙', { status: 500 }), ...new FakeLibrary(many(200)).calls);
  await list.more();
  expect([list.failure?.what, list.ids.length, list.loading]).toEqual(['more', 120, null]);
  await list.more();
  expect([list.failure, list.ids.length]).toEqual([null, 200]);
});

test('an answer to what is no longer wanted is let go', async () => {
  const { list, ask, http } = build(new FakeLibrary(many(3)));
  let release: () => void = () => undefined;
  const late = new Promise<void>((resolve) => (release = resolve));
  http.script(
    answer(listMaterials, async () => {
      await late;
      return { items: [buildMaterial(9)], nextCursor: null, total: 1 };
    }),
  );
  const stop = list.follow();
  ask({ ...WISH, q: '镜头' });
  await settled();
  release();
  await settled();
  expect(list.ids).toHaveLength(3);
  stop();
});

test('what changed is put in its place, and what no longer belongs goes', async () => {
  const { list, load } = build(new FakeLibrary(many(3)));
  await load({ ...WISH, sort: 'name', descending: false });
  const renamed = { ...buildMaterial(3), name: '安静.mp4' };
  list.take(asMap(renamed), [renamed.id]);
  expect(list.ids[0]).toBe(idOf(3));
  const moved = { ...buildMaterial(2), deletedAt: '2026-01-02T00:00:00.000Z' };
  list.take(asMap(moved), [moved.id]);
  list.take(new Map(), [idOf(1)]);
  expect([list.ids, list.total]).toEqual([[idOf(3)], 1]);
});

test('newcomers show at once at the top, and wait aside while one looks further down', async () => {
  const { list, load, place } = build(new FakeLibrary(many(50)));
  await load(WISH);
  list.take(asMap(buildMaterial(51)), [idOf(51)]);
  expect([list.ids[0], list.arrivals.length, list.total]).toEqual([idOf(51), 0, 51]);
  place.index = 20;
  const seen = list.ids[20];
  list.take(asMap(buildMaterial(52), buildMaterial(53)), [idOf(52), idOf(53)]);
  expect([list.ids[20], list.arrivals, list.total]).toEqual([seen, [idOf(52), idOf(53)], 53]);
  list.showArrivals();
  expect([list.ids.slice(0, 3), list.arrivals]).toEqual([[idOf(53), idOf(52), idOf(51)], []]);
});

test('what belongs behind what was read comes with its page', async () => {
  const library = new FakeLibrary(many(200).slice(1));
  const { list, load } = build(library);
  await load(WISH);
  list.take(asMap(buildMaterial(1)), [idOf(1)]);
  expect([list.ids.includes(idOf(1)), list.total]).toEqual([false, 200]);
});

test('a search never shows what only the server could have found', async () => {
  const { list, load } = build(new FakeLibrary(many(3)));
  await load({ ...WISH, q: '镜头' });
  list.take(asMap(buildMaterial(9)), [idOf(9)]);
  expect(list.ids).toHaveLength(3);
});

test('what went from a search comes back to it, as long as it is called the same', async () => {
  const { list, load } = build(new FakeLibrary(many(2)));
  await load({ ...WISH, q: '镜头' });
  const [one, two] = [buildMaterial(1), buildMaterial(2)];
  list.drop([one.id, two.id]);
  expect(list.ids).toEqual([]);
  list.take(asMap(one, { ...two, name: '别的.mp4' }), [one.id, two.id]);
  expect([list.ids, list.total]).toEqual([[one.id], 1]);
});

test('after missed events everything is read anew as far as it was read, and only then', async () => {
  const library = new FakeLibrary(many(500));
  const { list, http, events } = build(library);
  const stop = list.follow();
  await settled();
  await list.more();
  stop();
  events.resync();
  library.items = many(501);
  list.follow()();
  const stopAgain = list.follow();
  await settled();
  expect([list.ids.length >= 240, list.ids[0], list.total]).toEqual([true, idOf(501), 501]);
  stopAgain();
  const before = http.callsOf(listMaterials).length;
  list.follow()();
  expect(http.callsOf(listMaterials)).toHaveLength(before);
});

test('a material belongs by kind, folder, shape, use, state and trash', () => {
  const portrait = buildMaterial(1);
  expect(belongs(portrait, WISH)).toBe(true);
  expect(belongs(portrait, { ...WISH, kind: 'music' })).toBe(false);
  expect(belongs(portrait, { ...WISH, folder: 'top' })).toBe(true);
  expect(belongs(portrait, { ...WISH, folder: idOf(9) })).toBe(false);
  expect(belongs(portrait, { ...WISH, shape: 'landscape' })).toBe(false);
  expect(belongs({ ...portrait, height: 1080 }, { ...WISH, shape: 'square' })).toBe(true);
  expect(belongs(portrait, { ...WISH, mixed: false })).toBe(true);
  expect(belongs(portrait, { ...WISH, mixed: true })).toBe(false);
  expect(belongs(portrait, { ...WISH, published: false })).toBe(true);
  expect(belongs(portrait, { ...WISH, published: true })).toBe(false);
  expect(belongs({ ...portrait, state: 'failed' }, { ...WISH, state: 'failed' })).toBe(true);
  expect(belongs(portrait, { ...WISH, trash: true })).toBe(false);
});

test('orders have no two ways: numbers by value, names as people count, nothing before something', () => {
  const names = [buildMaterial(10), buildMaterial(9)].toSorted(compareIn({ sort: 'name', descending: false }));
  expect(names.map(({ name }) => name)).toEqual(['镜头-9.mp4', '镜头-10.mp4']);
  const lengths = [buildMaterial(3), buildMaterial(2, { seconds: null }), buildMaterial(11)].toSorted(
    compareIn({ sort: 'seconds', descending: true }),
  );
  expect(lengths.map(({ seconds }) => seconds)).toEqual([11, 3, null]);
});

test('a search waits for a pause in typing, and Enter does not', async () => {
  const query = new ListQuery('video', null, createScope('test'));
  query.search.type('x');
  query.search.type('xi');
  expect(query.wish.q).toBe('');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(query.wish.q).toBe('xi');
  query.search.type('xia ');
  query.search.search();
  expect(query.wish.q).toBe('xia');
});

test('the look of each kind is remembered, the filters are not', () => {
  const storage = new MemoryStorage();
  const query = new ListQuery('music', storage, createScope('test'));
  query.show('table');
  query.sortBy('size');
  query.toggle({ field: 'mixed', value: true, group: 2 });
  expect(query.isNarrowed).toBe(true);
  const again = new ListQuery('music', storage, createScope('test'));
  expect([again.view, again.sort, again.descending, again.isNarrowed]).toEqual(['table', 'size', true, false]);
  expect(new ListQuery('video', storage, createScope('test')).view).toBe('grid');
  storage.write('list.music', { view: 'cube', sort: 3 });
  expect(new ListQuery('music', storage, createScope('test')).view).toBe('grid');
});
