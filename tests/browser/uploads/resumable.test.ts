import { expect, test } from '@rstest/core';

import { HttpFailure } from '#core/web/http/http.ts';
import { FakeI18n, MemoryStorage } from '#core/web/testing/index.ts';
import { createUploads } from '#core/web/uploads/create-uploads.ts';
import { NoHash } from '#core/web/uploads/hash-file.ts';
import type { UploadTarget } from '#core/web/uploads/uploads.ts';

import { FakeUploadMemory } from './memory-of-uploads.ts';
import { ScriptedStack } from './tus-script.ts';

const URL_ = '/api/uploads/materials/material';
const WHERE = { Location: `${URL_}/u1` };
const target: UploadTarget = { url: URL_, fields: { folderId: 'f1' }, resumable: true };
const video = (name: string, bytes = 1000) => new File([new Uint8Array(bytes)], name, { type: 'video/mp4' });
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
const result = (data: unknown) => ({ code: 1, message: '', secCode: null, data });
const refusal = (message: string, error: string) => ({ code: 0, message, secCode: null, data: { error, params: {} } });

function build({ memory = new FakeUploadMemory(), storage = new MemoryStorage(), delays = [0, 0, 0] } = {}) {
  const stack = new ScriptedStack();
  const told: { failure: HttpFailure; handlesErrors: boolean }[] = [];
  const i18n = new FakeI18n();
  const net = { online: true };
  const facts = { token: 'token-1' };
  const hashes: string[] = [];
  const uploads = createUploads({
    token: () => facts.token,
    language: () => 'zh',
    text: (key) => i18n.t(key),
    tell: (failure, { handlesErrors }) => void told.push({ failure, handlesErrors }),
    report: (error) => void told.push({ failure: error as HttpFailure, handlesErrors: false }),
    ...{ storage, stack, delays },
    openMemory: () => Promise.resolve(memory),
    idle: () => Promise.resolve(),
    isOnline: () => net.online,
    hash(file) {
      hashes.push(file.name);
      return file.name === 'huge' ? Promise.reject(new NoHash()) : Promise.resolve('ab'.repeat(32));
    },
  });
  const goOffline = () => {
    net.online = false;
    globalThis.dispatchEvent(new Event('offline'));
  };
  const goOnline = () => {
    net.online = true;
    globalThis.dispatchEvent(new Event('online'));
  };
  return { uploads, stack, told, net, facts, memory, storage, hashes, goOffline, goOnline };
}

test('a file goes in one stream, and the last answer is its result', async () => {
  const { uploads, stack } = build();
  const [item] = uploads.add([video('港.mp4')], target);
  const open = await stack.next('POST', URL_);
  expect(open.headers).toMatchObject({
    ...{ Authorization: 'Bearer token-1', 'Accept-Language': 'zh', 'Tus-Resumable': '1.0.0', 'Upload-Length': '1000' },
    'Upload-Metadata': `folderId ${btoa('f1')},filename ${Buffer.from('港.mp4').toString('base64')}`,
  });
  open.answer(201, WHERE);
  const patch = await stack.next('PATCH');
  expect([patch.headers['Upload-Offset'], patch.body?.size]).toEqual(['0', 1000]);
  patch.progress(400);
  expect([item?.state, item?.progress]).toEqual(['uploading', 0.4]);
  patch.answer(200, { 'Upload-Offset': 1000 }, result({ id: 'm1' }));
  expect(await uploads.finished(item as never)).toEqual({ id: 'm1' });
  expect([item?.state, item?.progress, item?.result]).toEqual(['done', 1, { id: 'm1' }]);
  uploads.dispose();
});

test('a broken connection is tried again from where the server says, and progress never jumps back', async () => {
  const { uploads, stack, told } = build();
  const [item] = uploads.add([video('a')], target);
  (await stack.next('POST')).answer(201, WHERE);
  const patch = await stack.next('PATCH');
  patch.progress(700);
  patch.fail();
  const head = await stack.next('HEAD');
  expect([item?.state, item?.error]).toEqual(['uploading', '连接中断，正在重试…']);
  head.answer(200, { 'Upload-Offset': 600, 'Upload-Length': 1000 });
  const again = await stack.next('PATCH');
  expect([again.headers['Upload-Offset'], again.body?.size, item?.progress]).toEqual(['600', 400, 0.7]);
  again.progress(200);
  expect([item?.progress, item?.error]).toEqual([0.8, null]);
  again.answer(200, { 'Upload-Offset': 1000 }, result(1));
  await uploads.finished(item as never);
  expect(told).toEqual([]);
  uploads.dispose();
});

test('the answer to the last byte may be lost: the result is asked for', async () => {
  const { uploads, stack } = build();
  const [item] = uploads.add([video('a')], target);
  (await stack.next('POST')).answer(201, WHERE);
  (await stack.next('PATCH')).fail();
  (await stack.next('HEAD')).answer(200, { 'Upload-Offset': 1000, 'Upload-Length': 1000 });
  (await stack.next('GET')).fail();
  (await stack.next('GET')).answer(423, {}, refusal('busy', 'core:upload-busy'));
  const ask = await stack.next('GET');
  expect(ask.getURL()).toMatch(/\/u1$/);
  ask.answer(200, {}, result('late'));
  expect(await uploads.finished(item as never)).toBe('late');
  uploads.dispose();
});

test('what the server refuses is told beside the file and not tried again', async () => {
  const { uploads, stack, told } = build();
  const items = uploads.add([video('a'), video('b')], target);
  const [first, second] = [await stack.next('POST'), await stack.next('POST')];
  first.answer(413, {}, refusal('太大了。', 'core:file-too-large'));
  second.answer(201, WHERE);
  (await stack.next('PATCH')).answer(415, {}, refusal('不是视频。', 'core:file-type'));
  await settle();
  expect(items.map(({ state, error }) => [state, error])).toEqual([
    ['failed', '太大了。'],
    ['failed', '不是视频。'],
  ]);
  expect(told.map(({ handlesErrors, failure }) => [handlesErrors, failure.status])).toEqual([
    [true, 413],
    [true, 415],
  ]);
  expect(stack.isQuiet).toBe(true);
  // Another attempt is another upload.
  items[1]?.retry();
  expect((await stack.next('POST', URL_)).headers['Upload-Length']).toBe('1000');
  uploads.dispose();
});

test('a refusal whose answer was lost is found out', async () => {
  const { uploads, stack } = build();
  const [item] = uploads.add([video('a')], target);
  (await stack.next('POST')).answer(201, WHERE);
  (await stack.next('PATCH')).fail();
  (await stack.next('HEAD')).answer(415);
  (await stack.next('GET')).answer(415, {}, refusal('不是视频。', 'core:file-type'));
  await settle();
  expect([item?.state, item?.error]).toEqual(['failed', '不是视频。']);
  uploads.dispose();
});

test('an upload that the server no longer has begins anew', async () => {
  const { uploads, stack } = build();
  uploads.add([video('a')], target);
  (await stack.next('POST')).answer(201, WHERE);
  (await stack.next('PATCH')).fail();
  (await stack.next('HEAD')).answer(404);
  (await stack.next('POST')).answer(201, { Location: `${URL_}/u2` });
  expect((await stack.next('PATCH')).getURL()).toMatch(/\/u2$/);
  uploads.dispose();
});

test('a session that ended goes through the error catalogue, and the upload goes on after a new login', async () => {
  const { uploads, stack, told, facts } = build();
  const [item] = uploads.add([video('a')], target);
  (await stack.next('POST')).answer(201, WHERE);
  (await stack.next('PATCH')).fail();
  (await stack.next('HEAD')).answer(401);
  await settle();
  expect([item?.state, told[0]?.failure.status]).toEqual(['failed', 401]);
  facts.token = 'token-2';
  item?.retry();
  const head = await stack.next('HEAD');
  expect(head.headers['Authorization']).toBe('Bearer token-2');
  uploads.dispose();
});

test('offline it waits, and goes on by itself', async () => {
  const { uploads, stack, told, goOffline, goOnline } = build();
  const [item] = uploads.add([video('a')], target);
  (await stack.next('POST')).answer(201, WHERE);
  const patch = await stack.next('PATCH');
  patch.progress(300);
  goOffline();
  expect([item?.state, item?.error, patch.aborted]).toEqual(['paused', '网络断开，恢复后自动继续上传', true]);
  goOnline();
  expect([item?.state, item?.error]).toEqual(['uploading', null]);
  (await stack.next('HEAD')).answer(200, { 'Upload-Offset': 250, 'Upload-Length': 1000 });
  expect((await stack.next('PATCH')).headers['Upload-Offset']).toBe('250');
  expect(told).toEqual([]);
  uploads.dispose();
});

test('a paused one makes room for the next, and goes on from where it stood', async () => {
  const { uploads, stack } = build();
  const items = uploads.add(
    ['a', 'b', 'c', 'd'].map((name) => video(name)),
    target,
  );
  const [first] = [await stack.next('POST'), await stack.next('POST'), await stack.next('POST')];
  first?.answer(201, WHERE);
  const patch = await stack.next('PATCH');
  items[0]?.pause();
  expect([items[0]?.state, items[3]?.state, patch.aborted]).toEqual(['paused', 'uploading', true]);
  await stack.next('POST');
  items[0]?.resume();
  expect(items[0]?.state).toBe('queued');
  items[1]?.cancel();
  expect(items[0]?.state).toBe('uploading');
  expect((await stack.next('HEAD')).getURL()).toMatch(/\/u1$/);
  uploads.dispose();
});

test('a cancelled one ends on the server, too', async () => {
  const { uploads, stack, told } = build();
  const [item] = uploads.add([video('a')], target);
  (await stack.next('POST')).answer(201, WHERE);
  await stack.next('PATCH');
  item?.cancel();
  const gone = await stack.next('DELETE');
  expect([gone.getURL().endsWith('/u1'), gone.headers['Authorization']]).toEqual([true, 'Bearer token-1']);
  gone.answer(204);
  await settle();
  expect([item?.state, told]).toEqual(['cancelled', []]);
  uploads.dispose();
});

test('a file that can no longer be read fails at once', async () => {
  const { uploads, stack } = build();
  const gone = video('a');
  Object.defineProperty(gone, 'slice', {
    value: () => ({ arrayBuffer: () => Promise.reject(new Error('NotReadable')) }),
  });
  const [item] = uploads.add([gone], target);
  (await stack.next('POST')).answer(201, WHERE);
  await settle();
  expect([item?.state, item?.error]).toEqual(['failed', '文件已移动、修改或删除，读不到了。请重新选择。']);
  uploads.dispose();
});

test('a claim saves the sending, refuses it, or lets it be', async () => {
  const { uploads, stack, hashes, told } = build();
  const asked: string[] = [];
  const items = uploads.add(
    ['have', 'bad', 'huge', 'lost'].map((name) => video(name)),
    {
      ...target,
      async claim(file, sha256) {
        asked.push(file.name);
        if (file.name === 'bad') throw new Error('太短了。');
        if (file.name === 'lost') throw new HttpFailure('', { kind: 'network' });
        await sha256();
        return { result: { id: 'known' } };
      },
    },
  );
  expect(items.map(({ state }) => state)).toEqual(['checking', 'checking', 'checking', 'queued']);
  // Of the one whose hash cannot be had, and of the one that could not be asked about.
  await stack.next('POST');
  await stack.next('POST');
  expect(items.map(({ state, error }) => [state, error])).toEqual([
    ['done', null],
    ['failed', '太短了。'],
    ['uploading', null],
    ['uploading', null],
  ]);
  expect([asked, hashes, told]).toEqual([['have', 'bad', 'huge', 'lost'], ['have', 'huge'], []]);
  expect(items[0]?.result).toEqual({ id: 'known' });
  uploads.dispose();
});

test('what a reload broke off goes on by itself, and whoever listens hears of it', async () => {
  const memory = new FakeUploadMemory();
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
  const memory = new FakeUploadMemory();
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
  const memory = new FakeUploadMemory();
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
