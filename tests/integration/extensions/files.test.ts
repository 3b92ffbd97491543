import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { buildPackage } from '#tests/fixtures/plugin-package.ts';

import { startExtensionsServer } from './extensions-kit.ts';

const server = await startExtensionsServer({ after });
const web = `export default ${JSON.stringify('sail '.repeat(2_000))};`;
const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

/** The address under which the index names a file. */
async function addresses(version = '1.0.0') {
  const { source } = await server.install(buildPackage({ manifest: { id: 'files', version }, web, styles: drawing }));
  return { web: source?.web?.url ?? '', texts: source?.texts.zh ?? '', styles: source?.styles?.url ?? '' };
}

/** Reads without what fetch would do by itself: no encoding unless asked for. */
async function read(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return await server.http.app.inject({ method: method as 'GET', url: path, headers });
}

const first = await addresses();

test('a file of a plugin is served to everybody, for ever, to every origin and as what it is', async () => {
  const { statusCode, headers, body } = await read(first.web, { origin: 'null' });
  assert.deepEqual([statusCode, body], [200, web]);
  assert.equal(headers['content-type'], 'text/javascript; charset=utf-8');
  assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(headers['access-control-allow-origin'], '*');
  assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['set-cookie'], undefined);
  assert.equal((await read(first.texts)).headers['content-type'], 'application/json; charset=utf-8');
  assert.equal((await read(first.styles)).headers['content-type'], 'text/css; charset=utf-8');
  // Another build may take the place of a version.
  const unbuilt = await read('/plugin-files/files/1.0.0/web.mjs');
  assert.deepEqual([unbuilt.statusCode, unbuilt.headers['cache-control']], [200, 'no-cache']);
  const head = await read(first.web, {}, 'HEAD');
  assert.deepEqual([head.statusCode, head.body, head.headers['content-length']], [200, '', String(web.length)]);
});

test('opened as a page of its own, a file can run nothing', async () => {
  const { headers } = await read(first.styles);
  assert.equal(headers['content-security-policy'], `sandbox; default-src 'none'`);
});

test('a text is zipped for whoever takes it, and for those only', async () => {
  for (const [encoding, unzip] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    for (let times = 0; times < 2; times += 1) {
      const { headers, rawPayload } = await read(first.web, { 'accept-encoding': encoding });
      assert.deepEqual([headers['content-encoding'], headers['vary']], [encoding, 'accept-encoding']);
      assert.ok(rawPayload.length < web.length / 10);
      assert.equal(unzip(rawPayload).toString(), web);
    }
  }
  const small = await read(first.texts, { 'accept-encoding': 'br' });
  assert.equal(small.headers['content-encoding'], undefined);
});

test('a browser that has it is told so', async () => {
  const { headers } = await read(first.web, { 'accept-encoding': 'br' });
  const etag = String(headers['etag']);
  const again = await read(first.web, { 'accept-encoding': 'br', 'if-none-match': `W/"other", ${etag}` });
  assert.deepEqual([again.statusCode, again.body], [304, '']);
  const plain = await read(first.web, { 'if-none-match': etag });
  assert.equal(plain.statusCode, 200);
});

test('only files of versions that are kept are there', async () => {
  for (const path of [
    ...[
      '/plugin-files/files/1.0.0/plugin.json',
      '/plugin-files/files/9.9.9/web.mjs',
      '/plugin-files/ghost/1.0.0/web.mjs',
    ],
    ...[
      '/plugin-files/files/1.0.0/../1.0.0/nothing',
      '/plugin-files/files/1.0.0/%2e%2e/web.mjs',
      '/plugin-files/files/1.0.0/',
    ],
    ...[
      '/plugin-files/files',
      '/plugin-files/files/1.0.0+ffffffffffff/web.mjs',
      "/plugin-files/files/1.0.0/web.mjs'--",
    ],
  ]) {
    const { statusCode, headers } = await read(path);
    assert.equal(statusCode, 404, path);
    assert.ok(!String(headers['cache-control']).includes('immutable'), path);
  }
  await addresses('1.1.0');
  assert.equal((await read(first.web)).statusCode, 200);
  await server.call('DELETE', '/api/extensions/files', { token: server.token });
  assert.equal((await read(first.web)).statusCode, 404);
});

test('the server half of a package is not handed out', async () => {
  await server.install(
    buildPackage({ manifest: { id: 'halves' }, calls: 'abc', server: { 'server/index.mjs': 'export default {};' } }),
  );
  assert.equal((await read('/plugin-files/halves/1.0.0/web.mjs')).statusCode, 200);
  assert.equal((await read('/plugin-files/halves/1.0.0/server/index.mjs')).statusCode, 404);
});
