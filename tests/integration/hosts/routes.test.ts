import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';

import { throughRoute } from '#core/server/services/outbound/egress.ts';
import { guardedFetch, routedFetch } from '#core/server/services/outbound/send-guarded.ts';
import { askService } from '#core/server/services/providers/ask-service.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import { lastFirst, type TestScope } from '#core/server/testing/test-scope.ts';
import { HOST_ROUTES } from '#plugins/hosts/server/api.ts';
import { hostRoutes } from '#plugins/hosts/server/ssh/host-routes.ts';
import { makeKeys, startSshPeer } from '#tests/fixtures/hosts/ssh-peer.ts';

import { startHosts } from './hosts-kit.ts';

const scope = lastFirst({ after });
let kit: Awaited<ReturnType<typeof startHosts>>;
before(async () => {
  kit = await startHosts(scope);
});
const password = { method: 'password', password: 'quay' } as const;
const signal = new AbortController().signal;

/** A service that says what it was sent. */
async function startService(own: TestScope) {
  const hosts: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    hosts.push(request.headers.host);
    let said = '';
    request.on('data', (bytes: Buffer) => (said += bytes.toString()));
    request.on('end', () => response.end(JSON.stringify({ method: request.method, said: said.length })));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  own.after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { hosts, port, url: new URL(`http://127.0.0.1:${port}/videos`) };
}

const ask = (url: URL, body?: string | Blob) =>
  askService(
    {
      ...{ url, does: 'takes videos', limit: 10_000 },
      init: body === undefined ? {} : { method: 'POST', body },
      take: (response) => response.json() as Promise<unknown>,
    },
    signal,
  );

async function routeOf(id: string) {
  const route = await kit.ctx.use(HOST_ROUTES)?.route(kit.accountId, id);
  assert.ok(route !== undefined);
  return route;
}

test('a host that cannot be reached is told once, and not again when its connection would have been idle', async (t) => {
  const peer = await startSshPeer(lastFirst(t), { password: 'quay' });
  const host = await kit.addTrusted({ port: peer.port }, password);
  await peer.stop();
  const unheard: unknown[] = [];
  const hear = (error: unknown): void => void unheard.push(error);
  process.on('unhandledRejection', hear);
  t.after(() => process.off('unhandledRejection', hear));
  const route = await hostRoutes(kit.ctx, 0).route(kit.accountId, host.id);
  await assert.rejects(async () => await route?.connect('127.0.0.1', 1, signal), { name: 'SshFault' });
  // A timer of nothing has passed after one of more.
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(unheard, []);
});

test('requests leave through the host, in one connection, and nothing else does', async (t) => {
  const own = lastFirst(t);
  const [peer, service] = [await startSshPeer(own, { password: 'quay' }), await startService(own)];
  const host = await kit.addTrusted({ port: peer.port }, password);
  const route = await routeOf(host.id);
  const before = peer.tried.length;
  assert.deepEqual(await throughRoute(route, () => ask(service.url)), { method: 'GET', said: 0 });
  const large = new Blob(['x'.repeat(3_000_000)]);
  assert.deepEqual(await throughRoute(route, () => ask(service.url, large)), { method: 'POST', said: 3_000_000 });
  // A far end’s own network may be meant: this server’s is out of reach from there.
  const guarded = await throughRoute(route, () => guardedFetch(() => false)(service.url, {}));
  assert.equal(guarded.status, 200);
  await guarded.text();
  assert.deepEqual(
    peer.led,
    Array.from({ length: 3 }, () => `127.0.0.1:${service.port}`),
  );
  assert.ok(service.hosts.every((name) => name === service.url.host));
  assert.equal(peer.tried.length - before, 2, 'it was logged in to once: an attempt with nothing, and the password');
  assert.deepEqual(await ask(service.url), { method: 'GET', said: 0 });
  assert.equal(peer.led.length, 3, 'outside of the route nothing goes through it');
});

test('with a host that is down or not itself a request fails, and never goes directly', async (t) => {
  const own = lastFirst(t);
  const [peer, service] = [await startSshPeer(own, { password: 'quay' }), await startService(own)];
  const host = await kit.addTrusted({ port: peer.port }, password);
  const route = await routeOf(host.id);
  const isUnavailable = (error: unknown) => error instanceof ProviderFailure && error.kind === 'unavailable';
  await peer.stop();
  await assert.rejects(
    throughRoute(route, () => ask(service.url)),
    isUnavailable,
  );
  const impostor = await startSshPeer(own, { hostKey: makeKeys().private, password: 'quay', port: peer.port });
  await assert.rejects(
    throughRoute(route, () => ask(service.url)),
    isUnavailable,
  );
  assert.deepEqual([impostor.tried.length, impostor.led.length], [0, 0]);
  await kit.call('DELETE', `/${host.id}`);
  await assert.rejects(
    throughRoute(route, () => ask(service.url)),
    isUnavailable,
  );
  assert.deepEqual(service.hosts, []);
  assert.equal(await kit.ctx.use(HOST_ROUTES)?.route(kit.accountId, host.id), undefined);
});

test('hosts are offered as ways out once their keys are confirmed, to their account only', async (t) => {
  const peer = await startSshPeer(lastFirst(t), { password: 'quay' });
  const { accountId, token } = await kit.server.signIn({ level: 'level2' });
  const unconfirmed = (await kit.add({ name: 'New' }, password)).data;
  const host = await kit.addTrusted({ name: 'Way out', port: peer.port }, password);
  const routes = kit.ctx.use(HOST_ROUTES);
  const known = (await routes?.list(kit.accountId)) ?? [];
  assert.deepEqual(
    known.find(({ id }) => id === host.id),
    { id: host.id, name: 'Way out', isUp: true },
  );
  assert.ok(!known.some(({ id }) => id === unconfirmed.id));
  assert.deepEqual(await routes?.list(accountId), []);
  assert.equal(await routes?.route(accountId, host.id), undefined);
  assert.ok(token !== '');
});

test('without a route, requests are those of fetch', async (t) => {
  const service = await startService(lastFirst(t));
  const answer = await routedFetch(service.url, { method: 'POST', body: new URLSearchParams({ a: 'b' }) });
  assert.deepEqual(await answer.json(), { method: 'POST', said: 3 });
});
