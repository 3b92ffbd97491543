import { expect, test } from '@rstest/core';

import { MemoryStorage } from '#core/web/testing/index.ts';

import { FakeJournalDatabase } from './fake-journal.ts';
import { build, result, settle, target, URL_, video, WHERE } from './resumable-kit.ts';

test('what a reload broke off goes on by itself, and whoever listens hears of it', async () => {
  const memory = new FakeJournalDatabase();
  const storage = new MemoryStorage();
  const before = build({ memory, storage });
  await before.uploads.follow('user-1');
  const heard: unknown[] = [];
  before.uploads.add([video('a'), video('b')], { ...target, done: (data) => void heard.push(data) });
  (await before.stack.next('POST')).answer(201, WHERE);
  await before.stack.next('POST');
  await before.stack.next('PATCH');
  await settle();
  expect(memory.records.size).toBe(2);

  const after = build({ memory, storage });
  await after.uploads.follow('user-1');
  expect(after.uploads.items.map(({ name, state }) => [name, state])).toEqual([
    ['a', 'uploading'],
    ['b', 'uploading'],
  ]);
  const [one, two] = [await after.stack.next('HEAD'), await after.stack.next('POST')];
  expect([one?.getURL().endsWith('/u1'), two?.headers['Upload-Metadata']]).toEqual([
    true,
    `folderId ${btoa('f1')},filename ${btoa('b')}`,
  ]);
  one?.answer(200, { 'Upload-Offset': 900, 'Upload-Length': 1000 });
  (await after.stack.next('PATCH')).answer(200, { 'Upload-Offset': 1000 }, result('A'));
  await settle();
  // It was done before anybody listened.
  const stop = after.uploads.listen(URL_, (data) => void heard.push(data));
  expect(heard).toEqual(['A']);
  two?.answer(201, { Location: `${URL_}/u2` });
  (await after.stack.next('PATCH')).answer(200, { 'Upload-Offset': 1000 }, result('B'));
  await settle();
  expect([heard, memory.records.size, storage.values.has('uploads.remembered')]).toEqual([['A', 'B'], 0, false]);
  void stop();
  before.uploads.dispose();
  after.uploads.dispose();
});

test('one whose bytes were not kept waits for the file, by name and size', async () => {
  const memory = new FakeJournalDatabase();
  memory.keepsFiles = false;
  const storage = new MemoryStorage();
  const before = build({ memory, storage });
  await before.uploads.follow('user-1');
  before.uploads.add([video('a')], target);
  (await before.stack.next('POST')).answer(201, WHERE);
  await settle();

  const after = build({ memory, storage });
  await after.uploads.follow('user-1');
  const [item] = after.uploads.items;
  expect([item?.state, item?.file]).toEqual(['waiting', null]);
  item?.resume(video('a', 999));
  expect([item?.state, item?.error]).toEqual(['waiting', '这是另一个文件。请选择名称和大小相同的那一个。']);
  const added = after.uploads.add([video('b'), video('a')], target);
  expect([added[1] === item, after.uploads.items.length]).toEqual([true, 2]);
  expect((await after.stack.next('HEAD')).getURL()).toMatch(/\/u1$/);
  before.uploads.dispose();
  after.uploads.dispose();
});

test('with the session they stop and are remembered; with a log-out they end and are forgotten', async () => {
  const { uploads, stack, memory, storage } = build();
  await uploads.follow('user-1');
  const [item] = uploads.add([video('a')], target);
  (await stack.next('POST')).answer(201, WHERE);
  const patch = await stack.next('PATCH');
  await settle();
  await uploads.follow(null);
  expect([uploads.items.length, patch.aborted, item?.state, memory.records.size]).toEqual([0, true, 'cancelled', 1]);

  await uploads.follow('user-1');
  expect(uploads.items.map(({ state }) => state)).toEqual(['uploading']);
  (await stack.next('HEAD')).answer(200, { 'Upload-Offset': 5, 'Upload-Length': 1000 });
  await stack.next('PATCH');
  const ended = uploads.forget();
  (await stack.next('DELETE')).answer(204);
  await ended;
  expect([uploads.items.length, memory.records.size, storage.values.has('uploads.remembered')]).toEqual([0, 0, false]);
  uploads.dispose();
});

test('another user does not get what somebody left', async () => {
  const memory = new FakeJournalDatabase();
  const storage = new MemoryStorage();
  const before = build({ memory, storage });
  await before.uploads.follow('user-1');
  before.uploads.add([video('a')], target);
  await settle();
  const after = build({ memory, storage });
  await after.uploads.follow('user-2');
  expect([after.uploads.items.length, memory.records.size]).toEqual([0, 0]);
  before.uploads.dispose();
  after.uploads.dispose();
});

test('leaving the page asks only while something would be lost', async () => {
  const asks = () => !globalThis.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const { uploads, memory } = build();
  memory.keepsFiles = false;
  await uploads.follow('user-1');
  expect(asks()).toBe(false);
  const [item] = uploads.add([video('a')], target);
  expect(asks()).toBe(true);
  item?.cancel();
  expect(asks()).toBe(false);
  memory.keepsFiles = true;
  uploads.add([video('b')], target);
  await settle();
  expect(asks()).toBe(false);
  uploads.dispose();
});
