import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join, relative } from 'node:path';
import { test } from 'node:test';

import { throughRoute } from '#core/server/services/outbound/egress.ts';
import { routedFetch } from '#core/server/services/outbound/send-guarded.ts';
import { lastFirst, type TestScope } from '#core/server/testing/test-scope.ts';
import { hostRoutes } from '#plugins/hosts/server/ssh/host-routes.ts';
import { makeKeys } from '#tests/fixtures/hosts/ssh-peer.ts';

import { findSshd, librariesIn } from '../../../scripts/find-tools.mjs';

import { startHosts } from './hosts-kit.ts';

const sshd = findSshd();

/** Whom it lets in. For root it wants a user and a folder that only its package makes, so it runs as PostgreSQL’s then. */
async function userOf(): Promise<{ name: string; uid?: number; gid?: number }> {
  const { username: name, uid } = userInfo();
  if (uid !== 0) return { name };
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const [other = '', , id, group] =
    lines.find(([each]) => each === 'postgres') ?? assert.fail('the tests have PostgreSQL');
  return { name: other, uid: Number(id), gid: Number(group) };
}

/** The server where its user may read it, which may not read this checkout, and what it needs beside its settings. */
async function programIn(folder: string, { program, unpacked }: NonNullable<typeof sshd>) {
  if (unpacked === undefined) return { program, env: process.env, settings: [] };
  const own = join(folder, 'openssh');
  await cp(unpacked, own, { recursive: true });
  // From OpenSSH 9.8 on, it starts others of its programs for a connection.
  const parts = { SshdSessionPath: 'sshd-session', SshdAuthPath: 'sshd-auth' };
  const settings = Object.entries(parts)
    .map(([setting, name]) => [setting, join(own, 'usr/lib/openssh', name)] as const)
    .filter(([, path]) => existsSync(path));
  return {
    program: join(own, relative(unpacked, program)),
    env: librariesIn(own),
    settings: settings.map((each) => each.join(' ')),
  };
}

/** OpenSSH's own server on loopback, which lets in the user that it runs as, by a key. */
async function startSshd(
  scope: TestScope,
  found: NonNullable<typeof sshd>,
  authorised: string,
  { uid, gid }: Awaited<ReturnType<typeof userOf>>,
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'reelport-sshd-'));
  scope.after(() => rm(folder, { recursive: true, force: true }));
  const free = createTcpServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as AddressInfo;
  free.close();
  const path = (name: string): string => join(folder, name);
  await writeFile(path('host'), makeKeys().private, { mode: 0o600 });
  await writeFile(path('authorized'), `${authorised}\n`, { mode: 0o600 });
  const { program, env, settings: paths } = await programIn(folder, found);
  const settings = [
    ...paths,
    ...[`Port ${port}`, 'ListenAddress 127.0.0.1', `HostKey ${path('host')}`, `PidFile ${path('pid')}`],
    ...[`AuthorizedKeysFile ${path('authorized')}`, 'StrictModes no', 'UsePAM no', 'PasswordAuthentication no'],
    ...['PermitRootLogin prohibit-password', 'AllowTcpForwarding yes'],
  ];
  await writeFile(path('config'), settings.join('\n'));
  const own = uid === undefined || gid === undefined ? {} : { uid, gid };
  for (const each of uid === undefined ? [] : [folder, ...['host', 'authorized', 'config'].map(path)]) {
    await chown(each, uid ?? 0, gid ?? 0);
  }
  const server = spawn(program, ['-D', '-e', '-f', path('config')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    env,
    ...own,
  });
  scope.after(async () => {
    const ended = once(server, 'exit');
    if (server.kill()) await ended;
  });
  let said = '';
  for await (const bytes of server.stderr) {
    said += String(bytes);
    if (said.includes('Server listening')) break;
  }
  assert.match(said, /Server listening/);
  return port;
}

const without = sshd === undefined ? 'OpenSSH’s server is not installed' : false;

test('OpenSSH itself is logged in to by a key, looked at and led through', { skip: without }, async (t) => {
  const scope = lastFirst(t);
  const kit = await startHosts(scope);
  const keys = makeKeys();
  const user = await userOf();
  const port = await startSshd(scope, sshd ?? assert.fail('skipped then'), keys.public, user);
  const credential = { method: 'key', fileName: 'id.key', privateKey: keys.private } as const;
  const host = await kit.addTrusted({ port, user: user.name }, credential);
  assert.ok(['healthy', 'unfit'].includes(host.state), JSON.stringify(host));
  assert.ok(host.system !== null && host.system.name !== '' && host.system.machine !== '');

  const service = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1');
  await once(service, 'listening');
  scope.after(async () => void service.close());
  const url = new URL(`http://127.0.0.1:${(service.address() as AddressInfo).port}`);
  const route = await hostRoutes(kit.ctx, 0).route(kit.accountId, host.id);
  assert.ok(route !== undefined);
  const answer = await throughRoute(route, () => routedFetch(url, {}));
  assert.equal(await answer.text(), 'hello');
});
