import { observable, runInAction } from 'mobx';
import { expect, test } from '@rstest/core';

import type { UploadItem } from '#core/web/uploads/uploads.ts';
import { LARGEST_MATERIAL } from '#plugins/mixing/project.ts';
import { Arrivals, type Arrival } from '#plugins/mixing/web/editor/store/Arrivals.ts';
import { addClips } from '#plugins/mixing/web/editor/store/edit-project.ts';
import { until } from '#tests/until.ts';

import { buildMaterial, fakeLibrary, openEditor, texts } from './editor-kit.ts';

function buildItem(name: string): UploadItem {
  return observable(
    {
      ...{ id: name, name, size: 1, file: null, target: { url: '' }, state: 'uploading' as UploadItem['state'] },
      ...{ progress: 0, speed: null, error: null, isRefused: false, isResumable: true, result: undefined as unknown },
      ...{ pause: () => undefined, resume: () => undefined, cancel: () => undefined, retry: () => undefined },
      refuse: () => undefined,
    },
    {},
    { deep: false },
  );
}

const finish = (item: UploadItem, result: unknown) => runInAction(() => Object.assign(item, { result, state: 'done' }));

const files = (...names: string[]): File[] => names.map((name) => new File(['x'], name));

function large(): File {
  const file = new File(['x'], 'large.mp4');
  Object.defineProperty(file, 'size', { value: LARGEST_MATERIAL + 1 });
  return file;
}

test('what is too large is refused with the reason, and the others go on', () => {
  const sent: string[] = [];
  const arrived: Array<[string, Arrival['group']]> = [];
  const items = [buildItem('a.mp4')];
  const arrivals = new Arrivals({
    library: () => ({
      upload: (files) => {
        sent.push(...files.map(({ name }) => name));
        return items;
      },
    }),
    ...{ tooLarge: (name) => `${name} is too large`, missing: () => '', full: () => '', room: () => 200 },
    arrived: (material, { group }) => void arrived.push([material.id, group]),
  });
  arrivals.add([large(), new File(['x'], 'a.mp4')], 'video', 'g');
  expect(sent).toEqual(['a.mp4']);
  expect(arrivals.of('g').map(({ name, refusal }) => [name, refusal])).toEqual([
    ['large.mp4', 'large.mp4 is too large'],
    ['a.mp4', null],
  ]);
  const [item] = items;
  if (item !== undefined) finish(item, buildMaterial('m9'));
  expect(arrived).toEqual([['m9', 'g']]);
  const [refused] = arrivals.list;
  if (refused !== undefined) arrivals.dismiss(refused);
  expect(arrivals.list).toEqual([]);
  arrivals.dispose();
});

test('clips lie as they were dropped, whichever upload ends first', async () => {
  const items = [buildItem('1.mp4'), buildItem('2.mp4'), buildItem('3.mp4')];
  const { store } = openEditor({ library: fakeLibrary({ upload: () => items }) });
  await until(() => store.state === 'ready');
  store.arrivals.add([new File(['x'], '1.mp4')], 'video', 'a');
  const [first, second, third] = items;
  if (first === undefined || second === undefined || third === undefined) throw new Error('three are made');
  finish(third, buildMaterial('n3'));
  finish(first, buildMaterial('n1'));
  finish(second, buildMaterial('n2'));
  expect(store.groupOf('a')?.materials.map(({ material }) => material)).toEqual(['m1', 'm2', 'n1', 'n2', 'n3']);
  store.dispose();
});

test('what a full group does not take is refused beside it, and not sent', async () => {
  const sent: string[] = [];
  const upload = (files: readonly File[]) => {
    sent.push(...files.map(({ name }) => name));
    return files.map(({ name }) => buildItem(name));
  };
  const { store } = openEditor({ library: fakeLibrary({ upload }) });
  await until(() => store.state === 'ready');
  const many = Array.from({ length: 195 }, (_, index) => `x${index}`);
  store.edit(addClips('a', many));
  expect(store.roomIn('a')).toBe(3);
  await texts.load('mixing');
  store.arrivals.add(files('1.mp4', '2.mp4'), 'video', 'a');
  // Those under way count.
  store.arrivals.add(files('3.mp4', '4.mp4'), 'video', 'a');
  expect(sent).toEqual(['1.mp4', '2.mp4', '3.mp4']);
  expect(store.arrivals.of('a').flatMap(({ name, refusal }) => (refusal === null ? [] : [[name, refusal]]))).toEqual([
    ['4.mp4', '每个镜头组最多 200 个素材，这一个没有加入。先删掉一些，或放到别的组里。'],
  ]);
  store.dispose();
});

test('without the library nothing is lost silently', async () => {
  const { store } = openEditor({ library: null, access: { state: 'off' } });
  await until(() => store.state === 'ready');
  await texts.load('mixing');
  store.arrivals.add(files('1.mp4'), 'video', 'a');
  expect(store.arrivals.of('a').map(({ refusal }) => refusal)).toEqual([
    expect.stringContaining('素材库目前没有对您开放'),
  ]);
  store.dispose();
});

test('one drop is taken back as a whole, also what is still on its way', async () => {
  const cancelled: string[] = [];
  const items = ['1.mp4', '2.mp4', '3.mp4'].map(buildItem);
  for (const item of items) Object.assign(item, { cancel: () => void cancelled.push(item.name) });
  const left = [...items];
  const { store } = openEditor({ library: fakeLibrary({ upload: (sent) => left.splice(0, sent.length) }) });
  await until(() => store.state === 'ready');
  const batch = store.arrivals.begin();
  store.arrivals.add(files('1.mp4', '2.mp4'), 'video', 'a');
  store.arrivals.add(files('3.mp4'), 'video', 'b');
  const [first, , third] = items;
  if (first === undefined || third === undefined) throw new Error('three are made');
  finish(first, buildMaterial('n1'));
  finish(third, buildMaterial('n3'));
  expect(store.project.groups.map(({ materials }) => materials.length)).toEqual([3, 3]);
  store.recall(batch);
  expect(store.project.groups.map(({ materials }) => materials.length)).toEqual([2, 2]);
  expect([store.arrivals.list, cancelled]).toEqual([[], ['2.mp4']]);
  store.dispose();
});
