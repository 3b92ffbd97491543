import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

import { processIdentity } from '#core/server/ground/process-identity.ts';
import { lockDataFolder, runningServer } from '#host/server/start/data-folder-lock.ts';

const LOCK_MODULE = fileURLToPath(import.meta.resolve('#host/server/start/data-folder-lock.ts'));

async function folderFor(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lock-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A process that takes the lock, says so and holds it until it is killed. */
async function holdElsewhere(t: TestContext, folder: string) {
  const program = `
    const { lockDataFolder } = await import(${JSON.stringify(LOCK_MODULE)});
    try {
      const lock = await lockDataFolder(${JSON.stringify(folder)});
      console.log('held');
      process.on('message', async (what) => { await lock[what](); process.send('done'); });
      setInterval(() => {}, 1000);
    } catch (error) {
      console.log(error.code);
      process.exit();
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  t.after(async () => {
    if (child.kill('SIGKILL')) await once(child, 'exit');
  });
  assert(child.stdout !== null);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, said: line.toString().trim() };
}

test('a second server of a data folder is refused with the number of the first', async (t) => {
  const folder = await folderFor(t);
  const { child, said } = await holdElsewhere(t, folder);
  assert.equal(said, 'held');
  await assert.rejects(lockDataFolder(folder), { code: 'host:start.in-use', params: { folder, pid: child.pid } });
});

test('the lock of a killed server counts for nothing', async (t) => {
  const folder = await folderFor(t);
  const { child } = await holdElsewhere(t, folder);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const lock = await lockDataFolder(folder);
  await lock.release();
  assert.deepEqual(await readdir(folder), []);
});

test('a process that only has the number of a former server does not hold its lock', async (t) => {
  const folder = await folderFor(t);
  const stranger = { pid: process.ppid, identity: 'of another boot', stopping: false, children: [] };
  await writeFile(join(folder, 'server.lock'), JSON.stringify(stranger));
  const lock = await lockDataFolder(folder);
  const { pid } = JSON.parse(await readFile(join(folder, 'server.lock'), 'utf8')) as { pid: number };
  assert.equal(pid, process.pid);
  await lock.release();
});

test('what a killed server left running is ended before the next one starts', async (t) => {
  const folder = await folderFor(t);
  const child = spawn('sleep', ['1000'], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  assert(child.pid !== undefined);
  const left = { pid: child.pid, identity: await processIdentity(child.pid) };
  await writeFile(
    join(folder, 'server.lock'),
    JSON.stringify({ pid: process.ppid, identity: 'gone', stopping: false, children: [left] }),
  );
  const lock = await lockDataFolder(folder);
  await ended;
  assert.equal(child.signalCode, 'SIGTERM');
  await lock.release();
});

test('a server that is stopping is waited for', async (t) => {
  const folder = await folderFor(t);
  const { child } = await holdElsewhere(t, folder);
  child.send('noteStopping');
  await once(child, 'message');
  const next = lockDataFolder(folder);
  child.send('release');
  const lock = await next;
  await lock.release();
});

test('of many servers that start at once on a dead lock exactly one gets it', async (t) => {
  const folder = await folderFor(t);
  await writeFile(
    join(folder, 'server.lock'),
    JSON.stringify({ pid: process.ppid, identity: 'gone', stopping: false, children: [] }),
  );
  const all = await Promise.all(Array.from({ length: 6 }, () => holdElsewhere(t, folder)));
  assert.deepEqual(all.map(({ said }) => said).sort(), ['held', ...Array<string>(5).fill('host:start.in-use')]);
});

test('a console is told where the server of a data folder serves, and nothing of one that is gone', async (t) => {
  const folder = await folderFor(t);
  assert.equal(await runningServer(folder), undefined);
  const lock = await lockDataFolder(folder);
  assert.deepEqual(await runningServer(folder), { address: null });
  await lock.noteAddress('http://127.0.0.1:4477');
  assert.deepEqual(await runningServer(folder), { address: 'http://127.0.0.1:4477' });
  await lock.noteStopping();
  assert.equal(await runningServer(folder), undefined);
  await lock.release();

  const { child } = await holdElsewhere(t, folder);
  assert.deepEqual(await runningServer(folder), { address: null });
  child.kill('SIGKILL');
  await once(child, 'exit');
  assert.equal(await runningServer(folder), undefined);
});
