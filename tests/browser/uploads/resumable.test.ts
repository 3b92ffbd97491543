import { expect, rs, test } from '@rstest/core';

import { HttpFailure } from '#core/web/http/http.ts';

import { build, refusal, result, settle, target, URL_, video, WHERE } from './resumable-kit.ts';

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

test('a request that hangs is made anew after half a minute, whatever it asks', async () => {
  rs.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const { uploads, stack } = build();
    const [item] = uploads.add([video('a')], target);
    const open = await stack.next('POST');
    rs.advanceTimersByTime(30_000);
    (await stack.next('POST')).answer(201, WHERE);
    const patch = await stack.next('PATCH');
    rs.advanceTimersByTime(30_000);
    const head = await stack.next('HEAD');
    expect([item?.state, item?.error]).toEqual(['uploading', '连接中断，正在重试…']);
    rs.advanceTimersByTime(30_000);
    const again = await stack.next('HEAD');
    again.answer(200, { 'Upload-Offset': 600, 'Upload-Length': 1000 });
    (await stack.next('PATCH')).answer(200, { 'Upload-Offset': 1000 }, result(1));
    await uploads.finished(item as never);
    expect([open, patch, head].map(({ aborted }) => aborted)).toEqual([true, true, true]);
    uploads.dispose();
  } finally {
    rs.useRealTimers();
  }
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
  first.answer(415, {}, refusal('不是视频。', 'core:file-type'));
  second.answer(201, WHERE);
  (await stack.next('PATCH')).answer(413, {}, refusal('放不下了。', 'core:space-full'));
  await settle();
  expect(items.map(({ state, error, isRefused }) => [state, error, isRefused])).toEqual([
    ['failed', '不是视频。', true],
    ['failed', '放不下了。', false],
  ]);
  expect(told.map(({ handlesErrors, failure }) => [handlesErrors, failure.status])).toEqual([
    [true, 415],
    [true, 413],
  ]);
  // The file itself is what is wrong, so that there is nothing to try again.
  items[0]?.retry();
  expect([items[0]?.state, stack.isQuiet]).toEqual(['failed', true]);
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

test('a server without room is not pressed: the upload pauses at once and says what it waits for', async () => {
  const { uploads, stack, told } = build();
  const [item] = uploads.add([video('a')], target);
  (await stack.next('POST')).answer(201, WHERE);
  (await stack.next('PATCH')).answer(503, {}, refusal('磁盘已满', 'core:disk-full'));
  await settle();
  expect([item?.state, item?.error]).toEqual(['paused', '服务器暂时没有空间，腾出空间后会自动继续上传。']);
  expect([told, stack.isQuiet]).toEqual([[], true]);
  // Who cannot wait tries at once; what has arrived stays.
  item?.resume();
  expect((await stack.next('HEAD')).getURL()).toMatch(/\/u1$/);
  uploads.dispose();
});
