import { expect, test } from '@rstest/core';

import type { FoundFile } from '#core/web/uploads/dropped-files.ts';
import { change } from '#plugins/mixing/web/editor/store/edit-project.ts';
import { spreadFiles } from '#plugins/mixing/web/editor/board/spread-files.ts';
import { until } from '#tests/until.ts';

import { fakeLibrary, openEditor } from './editor-kit.ts';

async function editor() {
  const sent: Array<[string, string[]]> = [];
  const upload = (files: readonly File[], { kind }: { kind: string }) => {
    sent.push([kind, files.map(({ name }) => name)]);
    return [];
  };
  const opened = openEditor({ library: fakeLibrary({ upload }) });
  await until(() => opened.store.state === 'ready');
  return { ...opened, sent };
}

const found = (...paths: string[]): FoundFile[] =>
  paths.map((path) => {
    const folders = path.split('/');
    return { file: new File(['x'], folders.pop() ?? ''), folders };
  });

test('a song among the videos becomes the music, further ones go into the library', async () => {
  const { store, sent } = await editor();
  expect(spreadFiles(store, found('1.mp4', 'one.MP3', 'two.wav'), 'b')).toBe(0);
  expect(sent).toEqual([
    ['music', ['one.MP3']],
    ['music', ['two.wav']],
    ['video', ['1.mp4']],
  ]);
  expect(store.work.selected.kind).toBe('project');
  spreadFiles(store, found('three.mp3'), 'b');
  expect(store.work.selected.kind).toBe('music');
  store.dispose();
});

test('each folder becomes a group as long as there may be further groups', async () => {
  const { store, sent } = await editor();
  store.edit(change({ groups: [] }));
  const folders = Array.from({ length: 22 }, (_, index) => `clips/${index + 1}/${index + 1}.mp4`);
  expect(spreadFiles(store, found(...folders), null)).toBe(2);
  expect(store.project.groups.map(({ name }) => name)).toEqual(
    Array.from({ length: 20 }, (_, index) => `${index + 1}`),
  );
  expect(sent.map(([, names]) => names)).toEqual(folders.map((path) => [path.split('/')[2]]));
  store.dispose();
});
