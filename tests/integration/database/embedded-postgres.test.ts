import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { Client } from 'pg';

import { packageFolder } from '#core/server/ground/database/embedded/binaries.ts';
import { connectEmbedded, startEmbeddedPostgres } from '#core/server/ground/database/embedded/embedded-postgres.ts';
import { readLockFile } from '#core/server/ground/database/embedded/lock-file.ts';
import { canEnter } from '#core/server/ground/database/embedded/run-as.ts';
import { processIdentity } from '#core/server/ground/process-identity.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { lastFirst, type TestScope } from '#core/server/testing/test-scope.ts';

const program = fileURLToPath(new URL('../../fixtures/database/embedded-process.ts', import.meta.url));
const root = process.getuid?.() === 0;
const NOBODY = 65534;

interface Started {
  child: ChildProcess;
  connectionString: string;
  adopted: boolean;
  owned: boolean;
  pid: number;
  failed?: string;
}

async function dataFolder(t: TestScope, mode = 0o711): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'reelport-pg-'));
  await chmod(parent, mode);
  const dataDir = join(parent, 'data');
  await mkdir(dataDir);
  t.after(async () => {
    for (const name of [dataDir, ...(await clustersIn(join(parent, 'state')))]) await endServer(name);
    await rm(parent, { recursive: true, force: true, maxRetries: 5 });
  });
  return dataDir;
}

let template: Promise<string> | undefined;

/** A data folder whose cluster is there already, made once for all tests that are not about how one is made. */
async function madeFolder(t: TestScope): Promise<string> {
  const dataDir = await dataFolder(t);
  template ??= makeTemplate();
  await once(spawn('cp', ['-a', await template, join(dataDir, 'postgres')], { stdio: 'inherit' }), 'exit');
  return dataDir;
}

async function makeTemplate(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'reelport-pg-template-'));
  await chmod(dataDir, 0o711);
  after(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startEmbeddedPostgres({ dataDir, log: testLog, test: true });
  await server.stop();
  return join(dataDir, 'postgres');
}

async function clustersIn(state: string): Promise<string[]> {
  return (await readdir(join(state, 'clusters')).catch(() => [])).map((name) => join(state, 'clusters', name));
}

async function endServer(folder: string) {
  for (const cluster of [folder, join(folder, 'postgres')]) {
    const lock = await readLockFile(cluster).catch(() => undefined);
    if (lock === undefined) continue;
    try {
      process.kill(lock.pid, 'SIGQUIT');
    } catch {
      continue;
    }
    for (let wait = 0; wait < 100 && (await readLockFile(cluster)) !== undefined; wait += 1) await sleep(20);
  }
}

/** Starts it in a process of its own, so that this one can be killed. */
async function start(t: TestScope, options: Record<string, unknown>, uid?: number): Promise<Started> {
  const args = [program, JSON.stringify(options)];
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const;
  const child =
    uid === undefined
      ? spawn(process.execPath, args, { stdio: [...stdio] })
      : spawn('setpriv', [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', process.execPath, ...args], {
          stdio: [...stdio],
        });
  t.after(async () => {
    child.kill('SIGKILL');
  });
  const [message] = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [{ failed: 'exit' }])]);
  return { child, ...(message as Omit<Started, 'child'>) };
}

async function stop({ child }: Started): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  assert.deepEqual(await exited, [0, null]);
}

async function query(connectionString: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

async function running(pid: number): Promise<boolean> {
  return (await processIdentity(pid)) !== undefined;
}

test('it makes a cluster, serves, keeps its data, and stops with its starter', async (context) => {
  const t = lastFirst(context);
  const dataDir = await dataFolder(t);
  const first = await start(t, { dataDir });
  assert.deepEqual({ adopted: first.adopted, owned: first.owned }, { adopted: false, owned: true });
  await query(first.connectionString, 'create table kept as select 1 as a');
  assert.equal((await stat(join(dataDir, 'postgres'))).mode & 0o777, 0o700);
  await stop(first);
  assert.ok(!(await running(first.pid)));
  await assert.rejects(connectEmbedded(dataDir, { waitMilliseconds: 0 }), { code: 'core:database.not-running' });

  const again = await start(t, { dataDir });
  assert.equal(again.adopted, false);
  assert.deepEqual(await query(again.connectionString, 'select * from kept'), [{ a: 1 }]);
  await stop(again);
});

test('without the password nobody gets in', async (context) => {
  const t = lastFirst(context);
  const dataDir = await madeFolder(t);
  const { connectionString } = await start(t, { dataDir, test: true });
  const url = new URL(connectionString);
  assert.ok(url.password.length >= 40);
  url.password = 'guess';
  await assert.rejects(query(url.href, 'select 1'), { code: '28P01' });
  url.password = '';
  await assert.rejects(query(url.href, 'select 1'));
});

test('a server whose starter was killed is adopted, and then stopped by who adopted it', async (context) => {
  const t = lastFirst(context);
  const dataDir = await madeFolder(t);
  const first = await start(t, { dataDir });
  await query(first.connectionString, 'create table kept as select 1 as a');
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  assert.ok(await running(first.pid));

  const next = await start(t, { dataDir });
  assert.deepEqual([next.adopted, next.owned, next.pid], [true, true, first.pid]);
  assert.deepEqual(await query(next.connectionString, 'select * from kept'), [{ a: 1 }]);
  await stop(next);
  assert.ok(!(await running(first.pid)));
});

test('a second process shares the server and does not stop it', async (context) => {
  const t = lastFirst(context);
  const dataDir = await dataFolder(t);
  const [one, two] = await Promise.all([start(t, { dataDir, test: true }), start(t, { dataDir, test: true })]);
  assert.equal(one.pid, two.pid);
  const [owner, guest] = one.owned ? [one, two] : [two, one];
  assert.deepEqual([owner.adopted, guest.adopted, guest.owned], [false, true, false]);
  assert.equal(await connectEmbedded(dataDir), owner.connectionString);
  await stop(guest);
  assert.deepEqual(await query(owner.connectionString, 'select 1 as a'), [{ a: 1 }]);
  await stop(owner);
});

test('a server that is killed is started again on its port with everything that was acknowledged', async (context) => {
  const t = lastFirst(context);
  const dataDir = await madeFolder(t);
  const { connectionString, pid } = await start(t, { dataDir });
  await query(connectionString, 'create table kept as select 1 as a');
  process.kill(pid, 'SIGKILL');
  for (const deadline = Date.now() + 20_000; ; await sleep(50)) {
    const again = await connectEmbedded(dataDir).catch(() => undefined);
    const lock = await readLockFile(join(dataDir, 'postgres'));
    if (again !== undefined && lock !== undefined && lock.pid !== pid) {
      assert.equal(again, connectionString);
      break;
    }
    assert.ok(Date.now() < deadline);
  }
  assert.deepEqual(await query(connectionString, 'select * from kept'), [{ a: 1 }]);
});

test('a killed server with a process of it still at work is cleaned up and recovered by the next start', async (context) => {
  const t = lastFirst(context);
  const dataDir = await madeFolder(t);
  const first = await start(t, { dataDir });
  await query(first.connectionString, 'create table kept as select 1 as a');
  const busy = new Client({ connectionString: first.connectionString });
  busy.on('error', () => undefined);
  await busy.connect();
  const { rows } = await busy.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid ?? assert.fail();
  process.kill(pid, 'SIGSTOP');
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  process.kill(first.pid, 'SIGKILL');

  const next = await start(t, { dataDir });
  assert.equal(next.failed, undefined);
  assert.equal(next.adopted, false);
  assert.deepEqual(await query(next.connectionString, 'select * from kept'), [{ a: 1 }]);
  assert.ok(!(await running(pid)));
  await busy.end().catch(() => undefined);
});

test('a lock file whose number belongs to another program by now does not matter', async (context) => {
  const t = lastFirst(context);
  const dataDir = await madeFolder(t);
  const first = await start(t, { dataDir, test: true });
  const lock = join(dataDir, 'postgres/postmaster.pid');
  const lines = (await readFile(lock, 'utf8')).split('\n');
  const owner = await stat(lock);
  await stop(first);
  lines[0] = String(process.pid);
  await writeFile(lock, lines.join('\n'));
  await chown(lock, owner.uid, owner.gid);
  const next = await start(t, { dataDir, test: true });
  assert.equal(next.adopted, false);
  assert.deepEqual(await query(next.connectionString, 'select 1 as a'), [{ a: 1 }]);
});

test('data of another major version is refused', async (context) => {
  const t = lastFirst(context);
  const dataDir = await dataFolder(t);
  const version = join(dataDir, 'postgres/PG_VERSION');
  await mkdir(dirname(version));
  await writeFile(version, '99\n');
  assert.equal((await start(t, { dataDir })).failed, 'core:database.newer');
  await writeFile(version, '12\n');
  assert.equal((await start(t, { dataDir })).failed, 'core:database.older');
});

test('an ordinary user starts it too', { skip: !root }, async (context) => {
  const t = lastFirst(context);
  if (!(await canEnter(dirname(process.execPath), { uid: NOBODY, gid: NOBODY })))
    return context.skip('nobody cannot run Node here');
  const dataDir = await dataFolder(t);
  await chown(dataDir, NOBODY, NOBODY);
  const first = await start(t, { dataDir, test: true }, NOBODY);
  assert.equal(first.failed, undefined);
  assert.equal((await stat(join(dataDir, 'postgres'))).uid, NOBODY);
  await stop(first);
  const asRoot = await start(t, { dataDir, test: true });
  assert.equal(asRoot.failed, undefined);
  await stop(asRoot);
  assert.equal((await start(t, { dataDir, test: true }, NOBODY + 1)).failed, 'core:database.not-yours');
});

test(
  "under a folder that only root enters, programs and data move to where PostgreSQL's user can",
  { skip: !root },
  async (context) => {
    const t = lastFirst(context);
    const dataDir = await dataFolder(t, 0o700);
    const parent = dirname(dataDir);
    const hidden = join(parent, 'package');
    await cp(packageFolder(), hidden, { recursive: true, verbatimSymlinks: true });
    // As npm leaves it when it may not run install scripts.
    const links = JSON.parse(await readFile(join(hidden, 'native/pg-symlinks.json'), 'utf8')) as { target: string }[];
    for (const { target } of links) {
      await rm(join(hidden, target), { force: true });
    }
    const stateFolder = await mkdtemp(join(tmpdir(), 'reelport-state-'));
    await chmod(stateFolder, 0o755);
    t.after(() => rm(stateFolder, { recursive: true, force: true, maxRetries: 5 }));

    const options = { dataDir, packageFolder: hidden, stateFolder, test: true };
    const first = await start(t, options);
    assert.equal(first.failed, undefined);
    await query(first.connectionString, 'create table kept as select 1 as a');
    assert.equal(await connectEmbedded(dataDir), first.connectionString);
    await stop(first);
    const again = await start(t, options);
    assert.deepEqual(await query(again.connectionString, 'select * from kept'), [{ a: 1 }]);
    await stop(again);
    assert.deepEqual((await readdir(stateFolder)).length, 2);
  },
);

test('a full disk is said in one sentence', { skip: !root }, async (context) => {
  const t = lastFirst(context);
  const dataDir = await dataFolder(t);
  const mount = spawn('mount', ['-t', 'tmpfs', '-o', 'size=12m,mode=711', 'tmpfs', dataDir], { stdio: 'ignore' });
  await once(mount, 'exit');
  if (mount.exitCode !== 0) return context.skip('no right to mount here');
  t.after(async () => {
    await once(spawn('umount', [dataDir], { stdio: 'ignore' }), 'exit');
  });
  assert.equal((await start(t, { dataDir })).failed, 'core:database.disk-full');
});
