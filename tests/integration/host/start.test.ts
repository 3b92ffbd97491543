import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { freePort } from '../../../scripts/testing/free-port.ts';
import { processesOf, runStart, type StartedServer } from './run-start.ts';

const OPERATOR = fileURLToPath(import.meta.resolve('#host/server/operator.ts'));

let dataDir: string;
let port: number;
let running: StartedServer | undefined;

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'start-'));
  await chmod(dataDir, 0o755);
  port = await freePort();
});
after(async () => {
  await stop();
  await rm(dataDir, { recursive: true, force: true });
});

const start = (program?: 'launcher'): StartedServer => runStart({ dataDir, port }, program);

async function ready(server: StartedServer): Promise<StartedServer> {
  await server.prints(`http://127.0.0.1:${port}`);
  return server;
}

/** The server that the tests share; a test that ended it makes the next one start another. */
async function server(): Promise<StartedServer> {
  if (running === undefined || running.child.exitCode !== null || running.child.signalCode !== null) {
    running = await ready(start());
  }
  return running;
}

async function stop(): Promise<void> {
  running?.child.kill('SIGTERM');
  await running?.ended;
  running = undefined;
  assert.deepEqual(processesOf(dataDir), []);
}

async function answers(): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } });
  await response.arrayBuffer();
  return response.status;
}

/** The number of a role's process; waits for one that is about to start. */
async function processOf(role: string, not?: number): Promise<number> {
  for (;;) {
    const found = processesOf(dataDir).find(({ command }) => command.endsWith(`main.ts ${role}`));
    if (found !== undefined && found.pid !== not) return found.pid;
    await sleep(20);
  }
}

test('whoever starts it is told where login codes are found', async () => {
  await (await server()).prints(join(dataDir, 'logs', 'server.log'));
});

test('the link of a new operator leads to where the server runs, whatever the console knows of its port', async () => {
  await server();
  const { PORT: _port, DATABASE_URL: _embedded, ...env } = process.env;
  const terminal = spawn(process.execPath, [OPERATOR, 'create', '--mobile', '13500000077'], {
    env: { ...env, DATA_DIR: dataDir, LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed = await text(terminal.stdout);
  assert.match(printed, new RegExp(`http://127\\.0\\.0\\.1:${port}/workbench\\?access_token=`));
});

test('one command starts PostgreSQL, an api and a worker', async () => {
  await server();
  assert.equal(await answers(), 200);
  await processOf('worker');
  const commands = processesOf(dataDir).map(({ command }) => command);
  for (const part of ['main.ts api', 'main.ts worker', 'postgres']) {
    assert(
      commands.some((command) => command.includes(part)),
      part,
    );
  }
});

test('a second server on the same data folder ends with one line and leaves the first alone', async () => {
  const first = await server();
  const second = start();
  assert.equal(await second.ended, 1);
  assert.match(second.printed(), new RegExp(`^[^\\n]*already running \\(process ${first.pid}[^\\n]*\\n$`));
  assert.equal(await answers(), 200);
});

test('a killed worker is started again while the api goes on', async () => {
  const first = await server();
  const killed = await processOf('worker');
  process.kill(killed, 'SIGKILL');
  await first.prints('worker stopped unexpectedly');
  await processOf('worker', killed);
  assert.equal(await answers(), 200);
});

test('after kill -9 of the server the next one takes over what it left', async () => {
  const first = await server();
  first.child.kill('SIGKILL');
  await first.ended;
  await server();
  assert.equal(await answers(), 200);
  await processOf('worker');
  const roles = processesOf(dataDir).filter(({ command }) => /main\.ts (api|worker)$/.test(command));
  assert.equal(roles.length, 2);
});

test('after kill -9 of every process at once the next server starts', async () => {
  const first = await server();
  for (const { pid } of processesOf(dataDir)) process.kill(pid, 'SIGKILL');
  await first.ended;
  await server();
  assert.equal(await answers(), 200);
});

test('Ctrl-C, however often, stops everything', async () => {
  const { child, ended, printed } = await server();
  for (const signal of ['SIGINT', 'SIGINT', 'SIGTERM'] as const) child.kill(signal);
  assert.equal(await ended, 0);
  assert.match(printed(), /Stopped\.\n$/);
  assert.deepEqual(processesOf(dataDir), []);
  await assert.rejects(answers());
});

test('Ctrl-C while it starts leaves nothing running', async () => {
  const { child, ended } = start();
  while (!processesOf(dataDir).some(({ command }) => command.includes('main.ts api'))) await sleep(10);
  child.kill('SIGINT');
  assert.equal(await ended, 0);
  assert.deepEqual(processesOf(dataDir), []);
});

test('a taken port is told in one line and PostgreSQL is stopped again', async (t) => {
  const other = createServer().listen(port, '127.0.0.1');
  t.after(() => other.close());
  await once(other, 'listening');
  const { ended, printed } = start();
  assert.equal(await ended, 1);
  assert.match(printed(), new RegExp(`^[^\\n]*${port}[^\\n]*\\n$`));
  assert.deepEqual(processesOf(dataDir), []);
});

test('data of a newer version is told in one line', async () => {
  const file = join(dataDir, 'version.json');
  const own = await readFile(file);
  await writeFile(file, JSON.stringify({ version: '999.0.0' }));
  const { ended, printed } = start();
  assert.equal(await ended, 1);
  assert.match(printed(), /^[^\n]*999\.0\.0[^\n]*\n$/);
  await writeFile(file, own);
});

test('a data folder that is a file is told in one line', async () => {
  const file = join(dataDir, 'version.json');
  const { ended, printed } = runStart({ dataDir: file, port });
  assert.equal(await ended, 1);
  assert.match(printed(), /^[^\n]*version\.json is not a folder[^\n]*\n$/);
});

test('a killed api stops the server with its reason', async () => {
  const { ended, printed } = await server();
  process.kill(await processOf('api'), 'SIGKILL');
  assert.equal(await ended, 1);
  assert.match(printed(), /api: SIGKILL/);
  assert.deepEqual(processesOf(dataDir), []);
});

test('a killed launcher takes its server with it', async () => {
  const launcher = await ready(start('launcher'));
  launcher.child.kill('SIGKILL');
  while (processesOf(dataDir).length > 0) await sleep(20);
});
