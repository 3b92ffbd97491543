import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import type { Host, PortFinding } from '#plugins/hosts/calls.ts';
import { checkHosts, readHealth, sweepChecks } from '#plugins/hosts/server/health/check-hosts.ts';
import { addHost } from '#plugins/hosts/server/own-hosts.ts';
import { warnExpiry } from '#plugins/hosts/server/health/warn-expiry.ts';
import type { JobRun } from '#core/server/services/jobs/jobs.ts';
import { makeKeys, startSshPeer } from '#tests/fixtures/hosts/ssh-peer.ts';

import { until } from '#tests/until.ts';

import { FACTS, startHosts } from './hosts-kit.ts';

const scope = lastFirst({ after });
const lines: string[] = [];
let kit: Awaited<ReturnType<typeof startHosts>>;
before(async () => {
  kit = await startHosts(scope, { onLog: (line) => lines.push(line) });
});
const PASSWORD = 'a-password-nobody-sees';
const password = { method: 'password', password: PASSWORD } as const;
/** Seconds. */
const DAY = 24 * 60 * 60;
const run = { signal: new AbortController().signal } as JobRun;

test('a host is logged in to only once its owner has confirmed the key that it shows', async (t) => {
  const keys = makeKeys();
  const peer = await startSshPeer(lastFirst(t), { authorised: keys.public });
  const credential = { method: 'key', fileName: 'id.pem', privateKey: keys.private } as const;
  const added = await kit.add({ port: peer.port }, credential);
  const { id } = added.data;
  assert.deepEqual([added.data.state, added.data.method, added.data.key?.type], ['unchecked', 'key', 'ssh-ed25519']);

  const first = (await kit.call('POST', `/${id}/check`)).data;
  assert.equal(first.state, 'unknown-key');
  assert.match(first.offeredKey?.fingerprint ?? '', /^SHA256:/);
  assert.equal(peer.tried.length, 0, 'it has not even got the name of the user');

  const other = await kit.call('POST', `/${id}/trust`, { fingerprint: 'SHA256:other' });
  assert.deepEqual([other.status, other.failure.error], [409, 'hosts:other-key']);
  const trusted = (await kit.call('POST', `/${id}/trust`, { fingerprint: first.offeredKey?.fingerprint })).data;
  assert.equal(trusted.state, 'healthy');
  assert.deepEqual(trusted.system, { name: 'Ubuntu 24.04.1 LTS', machine: 'x86_64', isFit: true });
  assert.deepEqual(
    trusted.ports.map(({ port }: PortFinding) => port),
    [22, 10_000, 20_000, 8080, 8090],
  );
  assert.deepEqual(trusted.hostKey, first.offeredKey);
  assert.equal(trusted.offeredKey, null);
  assert.ok(trusted.milliseconds !== null);
  assert.ok(peer.tried.includes('publickey root'));
});

test('a host that shows another key than the confirmed one gets nothing until its owner confirms that', async (t) => {
  const own = lastFirst(t);
  const peer = await startSshPeer(own, { password: PASSWORD });
  const { id, hostKey } = await kit.addTrusted({ port: peer.port }, password);
  await peer.stop();
  const impostor = await startSshPeer(own, { password: PASSWORD, port: peer.port });
  const changed = (await kit.call('POST', `/${id}/check`)).data;
  assert.deepEqual([changed.state, changed.hostKey], ['changed-key', hostKey]);
  assert.notEqual(changed.offeredKey?.fingerprint, hostKey?.fingerprint);
  assert.equal(impostor.tried.length, 0);

  kit.clock.advance(DAY);
  await checkHosts(kit.ctx)(run);
  assert.equal(impostor.tried.length, 0, 'checks of the schedule leave it alone');
  const again = (await kit.call('POST', `/${id}/trust`, { fingerprint: changed.offeredKey?.fingerprint })).data;
  assert.deepEqual([again.state, again.hostKey], ['healthy', changed.offeredKey]);
});

test('a host that fails says why', async (t) => {
  const own = lastFirst(t);
  const peer = await startSshPeer(own, { password: 'another', says: 'ID=debian\nPRETTY_NAME="Debian 12"\naarch64\n' });
  const login = await kit.addTrusted({ port: peer.port }, password);
  assert.deepEqual([login.state, login.cause?.includes('not accepted')], ['failed', true]);
  const body = { ...FACTS, port: peer.port, credential: { ...password, password: 'another' } };
  await kit.call('PATCH', `/${login.id}`, body);
  const other = (await kit.call('POST', `/${login.id}/check`)).data;
  assert.deepEqual([other.state, other.system?.name, other.system?.isFit], ['unfit', 'Debian 12', false]);

  await peer.stop();
  const gone = (await kit.call('POST', `/${login.id}/check`)).data;
  assert.deepEqual([gone.state, gone.cause?.includes('cannot be reached')], ['failed', true]);
  const moved = (await kit.call('PATCH', `/${login.id}`, { ...FACTS, port: 1 })).data;
  assert.deepEqual([moved.state, moved.hostKey], ['unchecked', null], 'elsewhere nothing was confirmed');
});

test('passwords and keys are encrypted, never sent back and never logged', async () => {
  const keys = makeKeys();
  const key = { method: 'key', fileName: 'id.key', privateKey: keys.private } as const;
  const answers = [await kit.add({ name: 'Sealed' }, password), await kit.add({ name: 'Sealed too' }, key)];
  const list = await kit.call<{ hosts: Host[] }>('GET');
  const { rows } = await kit.ctx.db.pool.query('select * from hosts_nodes');
  const told = JSON.stringify([answers, list, rows, lines]);
  assert.ok(list.data.hosts.length >= 2 && rows.length >= 2 && lines.length > 0);
  assert.ok(!told.includes(PASSWORD));
  assert.ok(!told.includes(keys.private.split('\n')[2] ?? '-'));
});

test('what is no private key is refused with what it is, and nothing is stored', async () => {
  const before = (await kit.call<{ hosts: Host[] }>('GET')).data.hosts.length;
  const empty = await kit.add({}, { method: 'key', fileName: 'id.pem', privateKey: '' });
  assert.deepEqual([empty.status, empty.failure.error], [422, 'hosts:key.unread']);
  assert.equal(empty.envelope.message, 'Private key file unrecognised or empty');
  assert.equal((await kit.call<{ hosts: Host[] }>('GET')).data.hosts.length, before);
});

test('addresses that are none are refused', async () => {
  for (const ip of ['', 'a b', 'http://quay', '-oProxyCommand=x', '10.0.0.1/8']) {
    const { status } = await kit.add({ ip }, password);
    assert.equal(status, 422, ip);
  }
  for (const ip of ['192.0.2.7', '2001:db8::1', 'quay-1.harbour.example']) {
    assert.equal((await kit.add({ ip }, password)).status, 200, ip);
  }
});

test('hosts of others do not exist for anybody', async () => {
  const { id } = (await kit.add({}, password)).data;
  const { token } = await kit.server.signIn({ level: 'level2' });
  const asked: [string, string, unknown?][] = [
    ['PATCH', `/${id}`, FACTS],
    ['DELETE', `/${id}`],
    ['POST', `/${id}/check`],
    ['POST', `/${id}/trust`, { fingerprint: 'x' }],
    ['GET', `/${id}/health`],
  ];
  for (const [method, path, body] of asked) assert.equal((await kit.call(method, path, body, token)).status, 404);
  assert.deepEqual((await kit.call<{ hosts: Host[] }>('GET', '', undefined, token)).data.hosts, []);
  assert.equal((await kit.call('DELETE', `/${id}`)).status, 200);
  assert.equal((await kit.call('DELETE', `/${id}`)).status, 404);
});

test('hosts are checked every half hour, and their history is kept for a week', async (t) => {
  const peer = await startSshPeer(lastFirst(t), { password: PASSWORD });
  const { id } = await kit.addTrusted({ port: peer.port }, password);
  const history = async () =>
    (await kit.call<{ checks: { milliseconds: number | null }[] }>('GET', `/${id}/health`)).data.checks;
  await checkHosts(kit.ctx)(run);
  const wasDown = async () => (await history()).map(({ milliseconds }) => milliseconds === null);
  assert.deepEqual(await wasDown(), [false], 'it was not due again, and the look at its key is no check');
  kit.clock.advance(31 * 60);
  await peer.stop();
  await checkHosts(kit.ctx)(run);
  assert.deepEqual(await wasDown(), [false, true]);
  kit.clock.advance(8 * DAY);
  assert.deepEqual(await readHealth(kit.ctx, { accountId: kit.accountId, id }), { checks: [] });
  assert.ok((await sweepChecks(kit.ctx)) >= 2);
});

test('owners are told a week and a day before a host expires, once each', async (t) => {
  const heard: unknown[] = [];
  const ending = new AbortController();
  t.after(() => ending.abort());
  kit.ctx.events.subscribe(
    kit.accountId,
    ({ topic, data }) => topic === 'hosts.expiring' && heard.push((data as { days: number }).days),
    ending.signal,
  );
  const expiresOn = new Date(kit.clock.now().getTime() + 9 * DAY * 1000).toISOString().slice(0, 10);
  // Sessions have ended by now.
  await addHost(kit.ctx, kit.accountId, { ...FACTS, name: 'Ends', expiresOn, credential: password });
  const pass = async (days: number) => {
    kit.clock.advance(days * DAY);
    await warnExpiry(kit.ctx)(run);
    await warnExpiry(kit.ctx)(run);
  };
  await pass(0);
  await pass(2);
  await pass(3);
  await pass(3);
  await pass(2);
  await until(async () => heard.length >= 2, 'both were told');
  assert.deepEqual(heard, [7, 1]);
});
