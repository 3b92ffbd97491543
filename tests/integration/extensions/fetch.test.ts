import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';

import { ExpectedError } from '#core/contract/errors.ts';
import { fetchGuarded } from '#core/server/services/outbound/fetch-guarded.ts';
import type { InspectionData } from '#plugins/extensions/calls.ts';
import { ALLOW_PRIVATE_ADDRESSES } from '#plugins/extensions/server/settings.ts';
import { buildPackage } from '#tests/fixtures/plugin-package.ts';

import { startExtensionsServer } from './extensions-kit.ts';

const server = await startExtensionsServer({ after });
const packed = buildPackage({ manifest: { id: 'fetched' } });

/** A site that answers as told, and counts who came. */
async function site(listener: RequestListener, host = '127.0.0.1') {
  const visited: string[] = [];
  const http = createServer((request, response) => {
    visited.push(request.url ?? '');
    listener(request, response);
  });
  await new Promise<void>((done) => http.listen(0, host, done));
  after(() => {
    http.closeAllConnections();
    http.close();
  });
  return { port: (http.address() as AddressInfo).port, visited };
}

async function inspectAt(url: string) {
  return await server.call('POST', '/api/extensions/inspect-url', { token: server.token, body: { url } });
}

async function refusal(url: string, allows: (address: string) => boolean, maxBytes = 1_000, timeout = 5_000) {
  const error = await fetchGuarded(new URL(url), { maxBytes, allows, timeout }).then(
    () => assert.fail('it was fetched'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ExpectedError, String(error));
  return error.code;
}

test('the server’s own network cannot be reached by any way of writing it', async () => {
  const own = await site((_request, response) => response.end(packed));
  for (const host of [
    ...['localhost', 'LocalHost', '127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0.0.0.0', '0'],
    ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]'],
    ...['10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.100.100.200', '[fd00:ec2::254]', '[fe80::1]'],
  ]) {
    const answer = await inspectAt(`http://${host}:${own.port}/kit.zip`);
    assert.deepEqual([answer.status, answer.failure.error], [422, 'core:outbound.refused'], host);
  }
  assert.equal((await inspectAt(`http://user:pass@example.com/`)).failure.error, 'core:outbound.refused');
  assert.equal((await inspectAt('file:///etc/passwd')).status, 422);
  assert.equal((await inspectAt('ftp://example.com/kit.zip')).status, 422);
  assert.deepEqual(own.visited, []);
});

test('an operator may open the own network; the source then is the address without what follows the path', async () => {
  const own = await site((_request, response) => response.end(packed));
  await server.composed.ctx.settings.set(ALLOW_PRIVATE_ADDRESSES, true, 'test');
  after(() => server.composed.ctx.settings.set(ALLOW_PRIVATE_ADDRESSES, false, 'test'));
  const answer = await inspectAt(`http://localhost:${own.port}/kit.zip?key=secret`);
  assert.equal(answer.status, 200, answer.envelope.message);
  const { ticket, package: description } = answer.envelope.data as InspectionData;
  assert.equal(description.manifest.id, 'fetched');
  const body = { ticket, untrusted: false, grants: [] };
  const installed = await server.call('POST', '/api/extensions/install', { token: server.token, body });
  const { installed: facts } = installed.envelope.data as { installed: { from: string } };
  assert.equal(facts.from, `http://localhost:${own.port}/kit.zip`);
});

test('each redirect is looked at anew', async () => {
  const inner = await site((_request, response) => response.end('secret'), '127.0.0.2');
  const outer = await site((_request, response) => {
    response.writeHead(302, { location: `http://127.0.0.2:${inner.port}/secret` }).end();
  });
  const allows = (address: string) => address === '127.0.0.1';
  assert.equal(await refusal(`http://127.0.0.1:${outer.port}/`, allows), 'core:outbound.refused');
  assert.deepEqual([outer.visited.length, inner.visited], [1, []]);
  const { bytes, url } = await fetchGuarded(new URL(`http://127.0.0.1:${outer.port}/`), {
    maxBytes: 100,
    allows: () => true,
  });
  assert.deepEqual([bytes.toString(), url.pathname], ['secret', '/secret']);
  const elsewhere = await site((_request, response) =>
    response.writeHead(301, { location: 'file:///etc/passwd' }).end(),
  );
  assert.equal(await refusal(`http://127.0.0.1:${elsewhere.port}/`, allows), 'core:outbound.refused');
  const circle = await site((_request, response) => response.writeHead(307, { location: '/again' }).end());
  assert.equal(await refusal(`http://127.0.0.1:${circle.port}/`, allows), 'core:outbound.redirects');
  assert.equal(circle.visited.length, 6);
});

test('a name of which one address is not allowed is not connected to at all', async () => {
  const own = await site((_request, response) => response.end('x'));
  assert.equal(await refusal(`http://localhost:${own.port}/`, () => false), 'core:outbound.refused');
  assert.deepEqual(own.visited, []);
});

test('what is too large, too slow, not there or no answer ends with a sentence', async () => {
  const allows = () => true;
  const endless = await site((_request, response) => {
    const more = () => response.write(Buffer.alloc(16_384), more);
    more();
  });
  assert.equal(await refusal(`http://127.0.0.1:${endless.port}/`, allows), 'core:outbound.too-large');
  const silent = await site(() => undefined);
  assert.equal(await refusal(`http://127.0.0.1:${silent.port}/`, allows, 1_000, 150), 'core:outbound.timeout');
  const stuck = await site((_request, response) => response.write('a'));
  assert.equal(await refusal(`http://127.0.0.1:${stuck.port}/`, allows, 1_000, 150), 'core:outbound.timeout');
  const missing = await site((_request, response) => response.writeHead(404).end());
  assert.equal(await refusal(`http://127.0.0.1:${missing.port}/`, allows), 'core:outbound.status');
  const broken = await site((request) => request.socket.destroy());
  assert.equal(await refusal(`http://127.0.0.1:${broken.port}/`, allows), 'core:outbound.failed');
  assert.equal(await refusal(`https://127.0.0.1:${missing.port}/`, allows), 'core:outbound.failed');
  assert.equal(await refusal('http://no-such-name.invalid/', allows), 'core:outbound.failed');
});
