import { observable, runInAction } from 'mobx';
import { expect, test } from '@rstest/core';

import type { UploadItem } from '#core/web/uploads/uploads.ts';
import { LARGEST_MATERIAL } from '#plugins/mixing/project.ts';
import { Arrivals, type Arrival } from '#plugins/mixing/web/editor/Arrivals.ts';

import { buildMaterial, fakeLibrary, openEditor, until } from './editor-kit.ts';

function buildItem(name: string): UploadItem {
  return observable(
    {
      ...{ id: name, name, size: 1, file: null, target: { url: '' }, state: 'uploading' as UploadItem['state'] },
      ...{ progress: 0, speed: null, error: null, isResumable: true, result: undefined as unknown },
      ...{ pause: () => undefined, resume: () => undefined, cancel: () => undefined, retry: () => undefined },
    },
    {},
    { deep: false },
  );
}

const finish = (item: UploadItem, result: unknown) => runInAction(() => Object.assign(item, { result, state: 'done' }));

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
    tooLarge: (name) => `${name} is too large`,
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
