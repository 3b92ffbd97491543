import { beforeAll, expect, rs, test } from '@rstest/core';

import { HttpFailure } from '#core/web/http/http.ts';
import { FakeI18n, MemoryStorage } from '#core/web/testing/index.ts';
import { createUploads } from '#core/web/uploads/create-uploads.ts';

/** An upload that waits to be answered. */
class FakeRequest {
  readonly upload = new EventTarget();
  readonly headers: Record<string, string> = {};
  readonly #events = new EventTarget();
  status = 0;
  responseText = '';
  url = '';
  form: FormData | undefined;
  aborted = false;

  open(_method: string, url: string) {
    this.url = url;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  addEventListener(type: string, listener: () => void) {
    this.#events.addEventListener(type, listener);
  }
  send(form: FormData) {
    this.form = form;
  }
  abort() {
    this.aborted = true;
    this.#end('abort');
  }
  progress(loaded: number, total: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { lengthComputable: true, loaded, total }));
  }
  answer(body: unknown, status = 200) {
    this.status = status;
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body);
    this.#end('load');
  }
  fail() {
    this.#end('error');
  }
  #end(type: string) {
    this.#events.dispatchEvent(new Event(type));
    this.#events.dispatchEvent(new Event('loadend'));
  }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
const file = (name: string) => new File(['x'], name, { type: 'video/mp4' });
const target = { url: '/api/files', fields: { folder: 'f1' }, headers: { extra: 'yes' } };

function build() {
  const requests: FakeRequest[] = [];
  const told: HttpFailure[] = [];
  const i18n = new FakeI18n();
  const net = { online: true };
  const uploads = createUploads({
    token: () => 'token-1',
    language: () => 'zh',
    text: (key) => i18n.t(key),
    tell: (failure) => void told.push(failure),
    storage: new MemoryStorage(),
    report: (error) => void Promise.reject(error instanceof Error ? error : new Error(String(error))),
    request() {
      const request = new FakeRequest();
      requests.push(request);
      return request as unknown as XMLHttpRequest;
    },
    isOnline: () => net.online,
  });
  const states = () => uploads.items.map(({ state }) => state);
  return { uploads, requests, told, net, states };
}

// It comes with the first file; here it is there, so that a tick is enough.
beforeAll(async () => {
  await import('#core/web/uploads/send-entry.ts');
});

test('three are on their way at once, the rest wait their turn', async () => {
  const { uploads, requests, states } = build();
  const items = uploads.add(['a', 'b', 'c', 'd', 'e'].map(file), target);
  await settle();
  expect(states()).toEqual(['uploading', 'uploading', 'uploading', 'queued', 'queued']);
  requests[1]?.answer({ code: 1, data: { id: 'B' } });
  await settle();
  expect(states()).toEqual(['uploading', 'done', 'uploading', 'uploading', 'queued']);
  expect(items[1]?.result).toEqual({ id: 'B' });
  expect(await uploads.finished(items[1] as never)).toEqual({ id: 'B' });
  uploads.dispose();
});

test('a file goes as a form with its fields, the token and the language', async () => {
  const { uploads, requests } = build();
  uploads.add([file('a.mp4')], target);
  await settle();
  const [request] = requests;
  expect(request?.url).toBe('/api/files');
  expect([...(request?.form?.keys() ?? [])]).toEqual(['folder', 'file']);
  expect(request?.form?.get('file')).toMatchObject({ name: 'a.mp4' });
  expect(request?.headers).toMatchObject({ Authorization: 'Bearer token-1', 'Accept-Language': 'zh', extra: 'yes' });
  uploads.dispose();
});

test('progress is told and never jumps back', async () => {
  const { uploads, requests } = build();
  const [item] = uploads.add([file('a')], target);
  await settle();
  requests[0]?.progress(50, 100);
  expect(item?.progress).toBe(0.5);
  requests[0]?.progress(20, 100);
  expect(item?.progress).toBe(0.5);
  uploads.dispose();
});

test('an answer of code 0 is an error: its message, or 上传失败', async () => {
  const { uploads, requests, told, states } = build();
  const items = uploads.add([file('a'), file('b'), file('c')], target);
  await settle();
  requests[0]?.answer({ code: 0, message: '空间不足。' });
  requests[1]?.answer({ code: 0, message: '' });
  requests[2]?.answer('<html>', 502);
  await settle();
  expect(states()).toEqual(['failed', 'failed', 'failed']);
  expect(items.map(({ error }) => error)).toEqual(['空间不足。', '上传失败', '上传失败']);
  expect(told.map(({ message, code, status }) => [message, code, status])).toEqual([
    ['空间不足。', 0, 200],
    ['上传失败', 0, 200],
    ['上传失败', null, 502],
  ]);
  await expect(uploads.finished(items[0] as never)).rejects.toThrow('空间不足。');
  uploads.dispose();
});

test('a failed one can be tried again and then is done', async () => {
  const { uploads, requests } = build();
  const [item] = uploads.add([file('a')], target);
  await settle();
  requests[0]?.answer({ code: 0 });
  await settle();
  item?.retry();
  await settle();
  expect([item?.state, item?.error, item?.progress]).toEqual(['uploading', null, 0]);
  requests[1]?.answer({ code: 1, data: 7 });
  await settle();
  expect(await uploads.finished(item as never)).toBe(7);
});

test('a file that is refused cannot be tried again, and leaves the list with the finished ones or by itself', async () => {
  const { uploads, requests, states } = build();
  const refuse = (message: string) => Promise.reject(new Error(message));
  const claims = { ...target, claim: (sent: File) => refuse(`${sent.name} 不能用。`) };
  const [text, , picture] = uploads.add(['a.txt', 'b.txt', 'c.txt'].map(file), claims);
  await settle();
  const [full] = uploads.add([file('d')], {
    ...target,
    claim: () => Promise.reject(new HttpFailure('放不下了。', { kind: 'refused' })),
  });
  await settle();
  expect(uploads.items.map(({ error, isRefused }) => [error, isRefused])).toEqual([
    ['a.txt 不能用。', true],
    ['b.txt 不能用。', true],
    ['c.txt 不能用。', true],
    ['放不下了。', false],
  ]);
  text?.retry();
  await settle();
  expect(text?.state).toBe('failed');
  full?.retry();
  await settle();
  await settle();
  expect([states(), requests.length]).toEqual([['failed', 'failed', 'failed', 'failed'], 0]);
  picture?.cancel();
  expect(uploads.items.map(({ name }) => name)).toEqual(['a.txt', 'b.txt', 'd']);
  uploads.clearDone();
  expect(uploads.items.map(({ name }) => name)).toEqual(['d']);
  uploads.dispose();
});

test('what is done and turns out to be useless counts as refused, for the reason that is given', async () => {
  const { uploads, requests } = build();
  const [item, other] = uploads.add([file('a'), file('b')], target);
  await settle();
  requests[0]?.answer({ code: 1, data: { id: 'A' } });
  await settle();
  item?.refuse('文件已损坏。');
  other?.refuse('还没有传完。');
  expect([item?.state, item?.error, item?.isRefused]).toEqual(['failed', '文件已损坏。', true]);
  expect([other?.state, other?.error]).toEqual(['uploading', null]);
  item?.retry();
  expect(item?.state).toBe('failed');
  uploads.clearDone();
  expect(uploads.items.map(({ name }) => name)).toEqual(['b']);
  uploads.dispose();
});

test('a cancelled one makes room for the next, and is told by nobody', async () => {
  const { uploads, requests, told, states } = build();
  const items = uploads.add(['a', 'b', 'c', 'd', 'e'].map(file), target);
  await settle();
  items[0]?.cancel();
  items[4]?.cancel();
  await settle();
  expect(requests[0]?.aborted).toBe(true);
  expect(states()).toEqual(['cancelled', 'uploading', 'uploading', 'uploading', 'cancelled']);
  await expect(uploads.finished(items[0] as never)).rejects.toMatchObject({ kind: 'cancelled' });
  expect(told).toEqual([]);
  uploads.clearDone();
  expect(uploads.items.length).toBe(3);
  uploads.dispose();
});

test('what the network interrupted waits for it and goes on by itself', async () => {
  const { uploads, requests, told, net, states } = build();
  uploads.add([file('a')], target);
  await settle();
  net.online = false;
  requests[0]?.fail();
  await settle();
  expect([states(), told]).toEqual([['paused'], []]);
  net.online = true;
  globalThis.dispatchEvent(new Event('online'));
  await settle();
  expect(states()).toEqual(['uploading']);
  requests[1]?.fail();
  await settle();
  expect([states(), told[0]?.kind]).toEqual([['failed'], 'network']);
  uploads.dispose();
});

test('what a full disk of the server interrupted goes on by itself once there is room', async () => {
  rs.useFakeTimers();
  try {
    const { uploads, requests, told, states } = build();
    const [item] = uploads.add([file('a'), file('b')], target);
    await rs.advanceTimersByTimeAsync(10);
    const full = { code: 0, message: 'full', data: { error: 'core:disk-full', params: {} } };
    requests[0]?.answer(full, 503);
    requests[1]?.answer({ code: 1, data: 2 });
    await rs.advanceTimersByTimeAsync(10);
    expect([states(), told]).toEqual([['paused', 'done'], []]);
    expect(item?.error).toBe('服务器暂时没有空间，腾出空间后会自动继续上传。');
    await rs.advanceTimersByTimeAsync(31_000);
    expect(states()).toEqual(['uploading', 'done']);
    // Still full: it waits again.
    requests[2]?.answer(full, 503);
    await rs.advanceTimersByTimeAsync(31_000);
    requests[3]?.answer({ code: 1, data: 1 });
    await rs.advanceTimersByTimeAsync(10);
    expect([states(), item?.error, told]).toEqual([['done', 'done'], null, []]);
    uploads.dispose();
  } finally {
    rs.useRealTimers();
  }
});
