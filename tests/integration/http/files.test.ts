import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { startTestServer, type TestServer } from './test-server.ts';

const MP4_HEAD = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex');
const someVideo = (size = 100_000) => Buffer.concat([MP4_HEAD, randomBytes(size)]);

function form(...parts: [string, Buffer][]): FormData {
  const data = new FormData();
  for (const [name, bytes] of parts) data.append('file', new Blob([new Uint8Array(bytes)]), name);
  return data;
}

interface File {
  id: string;
  name: string;
  size: number;
  type: string;
}

const server: TestServer = await startTestServer({ after }, { maxUpload: 2 * 1024 * 1024 });
const mine = await server.signIn();
const other = await server.signIn();
const NO_FILE = '01930000-0000-7000-8000-000000000000';

async function stored(folder: string): Promise<string[]> {
  const entries = await readdir(join(server.dataDir, 'files', folder), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}
async function nothingIsHalfStored(): Promise<void> {
  assert.deepEqual([await stored('tmp'), await stored('objects/staging')], [[], []]);
}

test('a file goes up, is known, is served by its URL and goes', async () => {
  const bytes = someVideo();
  const up = await server.call('POST', '/api/files', { token: mine.token, body: form(['港口.mp4', bytes]) });
  assert.equal(up.status, 200, JSON.stringify(up.envelope));
  const file = up.envelope.data as File;
  assert.deepEqual([file.name, file.size, file.type], ['港口.mp4', bytes.length, 'video/mp4']);
  assert.ok(!('accountId' in file));
  assert.deepEqual((await server.call('GET', `/api/files/${file.id}`, { token: mine.token })).envelope.data, file);

  const link = await server.call('GET', `/api/files/${file.id}/url?seconds=60`, { token: mine.token });
  const { url, expiresAt } = link.envelope.data as { url: string; expiresAt: string };
  assert.ok(Math.abs(Date.parse(expiresAt) - Date.now() - 60_000) < 30_000);
  const served = await fetch(server.address + url, { headers: { range: 'bytes=0-23' } });
  assert.equal(served.status, 206);
  assert.equal(served.headers.get('content-type'), 'video/mp4');
  assert.equal(served.headers.get('x-content-type-options'), 'nosniff');
  assert.match(
    served.headers.get('content-disposition') ?? '',
    /^inline; filename="__\.mp4"; filename\*=UTF-8''%E6%B8%AF%E5%8F%A3\.mp4$/,
  );
  assert.deepEqual(Buffer.from(await served.arrayBuffer()), MP4_HEAD);

  assert.equal((await server.call('DELETE', `/api/files/${file.id}`, { token: mine.token })).status, 200);
  assert.equal((await server.call('GET', `/api/files/${file.id}`, { token: mine.token })).status, 404);
  const gone = await fetch(server.address + url);
  assert.equal(gone.status, 404);
  await gone.arrayBuffer();
});

test('every call is 401 without a token', async () => {
  for (const [method, path] of [
    ['POST', ''],
    ['GET', `/${NO_FILE}`],
    ['GET', `/${NO_FILE}/url`],
    ['DELETE', `/${NO_FILE}`],
  ] as const) {
    assert.equal((await server.call(method, `/api/files${path}`)).status, 401, `${method} ${path}`);
  }
  assert.equal((await server.call('POST', '/api/files', { body: form(['a.mp4', someVideo()]) })).status, 401);
  await nothingIsHalfStored();
});

test('every call is 404 for another account’s file', async () => {
  const up = await server.call('POST', '/api/files', { token: mine.token, body: form(['a.mp4', someVideo()]) });
  const { id } = up.envelope.data as File;
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/url'],
    ['DELETE', ''],
  ] as const) {
    const answer = await server.call(method, `/api/files/${id}${path}`, { token: other.token });
    assert.deepEqual([answer.status, answer.failure.error], [404, 'core:file-missing'], `${method} ${path}`);
  }
  assert.equal((await server.call('GET', `/api/files/${id}`, { token: mine.token })).status, 200);
});

test('each bad field is 422', async () => {
  for (const [method, path, field] of [
    ['GET', `/${NO_FILE}/url?seconds=1`, 'query.seconds'],
    ['GET', `/${NO_FILE}/url?seconds=90000`, 'query.seconds'],
    ['GET', `/${NO_FILE}/url?seconds=x`, 'query.seconds'],
  ] as const) {
    const answer = await server.call(method, `/api/files${path}`, { token: mine.token });
    assert.deepEqual([answer.status, answer.failure.fields?.[0]?.field], [422, field]);
  }
});

test('an id that is none is the id of nothing', async () => {
  for (const [method, path] of [
    ['GET', '/x'],
    ['DELETE', '/x'],
    ['GET', '/x/url'],
  ] as const) {
    const answer = await server.call(method, `/api/files${path}`, { token: mine.token });
    assert.deepEqual([answer.status, answer.failure.error], [404, 'core:http.missing']);
  }
});

test('uploads that are refused say why and store nothing', async () => {
  const before = await stored('objects/blobs');
  const cases: [FormData | object, number, string][] = [
    [form(['a.mp4', Buffer.from('#EXTM3U\n')]), 415, 'core:file-type'],
    [form(['a.mp4', Buffer.alloc(0)]), 422, 'core:file-empty'],
    [form(['a.mp4', someVideo(3 * 1024 * 1024)]), 413, 'core:file-too-large'],
    [form(['a.mp4', someVideo()], ['b.mp4', someVideo()]), 422, 'core:file-one'],
    [form(), 422, 'core:file-none'],
    [{ file: 'a' }, 415, 'core:http.media-type'],
  ];
  for (const [body, status, error] of cases) {
    const answer = await server.call('POST', '/api/files', { token: mine.token, body });
    assert.deepEqual([answer.status, answer.failure.error], [status, error]);
  }
  assert.deepEqual(await stored('objects/blobs'), before);
  await nothingIsHalfStored();
});

test('the limit is told in the message', async () => {
  const answer = await server.call('POST', '/api/files', {
    token: mine.token,
    body: form(['a.mp4', someVideo(3 * 1024 * 1024)]),
  });
  assert.equal(answer.envelope.message, '“a.mp4” is over the limit of 2 MB and was not saved.');
});

test('a form that is none, or that ends in the middle of a file, is refused', async () => {
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n';
  for (const body of ['not a form', head, `${head}${'a'.repeat(100_000)}`, `${head}abc\r\n--x`]) {
    const answer = await server.call('POST', '/api/files', {
      token: mine.token,
      body,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    assert.ok([415, 422].includes(answer.status), `${answer.status} for ${body.slice(0, 90)}`);
  }
  const none = await server.call('POST', '/api/files', {
    token: mine.token,
    body: 'x',
    headers: { 'content-type': 'multipart/form-data' },
  });
  assert.equal(none.envelope.code, 0);
  assert.ok(none.status < 500);
  await nothingIsHalfStored();
});

test('a form that ends right after a whole file is refused in words', async () => {
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n';
  const answer = await fetch(`${server.address}/api/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${mine.token}`, 'content-type': 'multipart/form-data; boundary=x' },
    body: Buffer.concat([Buffer.from(head), someVideo(200)]),
  });
  const { data } = (await answer.json()) as { data: { error: string } };
  assert.deepEqual([answer.status, data.error], [422, 'core:file-interrupted']);
  await nothingIsHalfStored();
});

test('an upload that breaks off leaves nothing', async () => {
  const before = await stored('objects/blobs');
  const { hostname, port } = new URL(server.address);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /api/files HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${mine.token}\r\n` +
      'content-type: multipart/form-data; boundary=b\r\ncontent-length: 1000000\r\n\r\n' +
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n',
  );
  socket.write(someVideo(200_000));
  while ((await stored('tmp')).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  socket.destroy();
  while ((await stored('tmp')).length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.deepEqual(await stored('objects/blobs'), before);
  await nothingIsHalfStored();
});
