import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import pino from 'pino';

import { ExpectedError } from '#core/contract/errors.ts';
import { startEmbeddedPostgres } from '#core/server/ground/database/embedded/embedded-postgres.ts';
import { translateError } from '#core/server/ground/messages.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import { lockDataFolder } from '#host/server/start/data-folder-lock.ts';
import { terminalLanguage } from '#host/server/terminal-language.ts';

import { prettyLine } from './pretty-log.ts';

// npm run dev: like npm start, but restarts the api and the worker when their code changes, rebuilds the browser half
// when its code does, and prints their logs.

const BUILD_WEB = fileURLToPath(new URL('build-web.ts', import.meta.url));
const MAIN = fileURLToPath(new URL('../host/server/main.ts', import.meta.url));

function runLogged(args: string[]): ChildProcess {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => console.log(prettyLine(line)));
  }
  return child;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.kill('SIGTERM') && child.exitCode === null) await once(child, 'exit');
}

async function untilStopped(resources: AsyncDisposableStack): Promise<void> {
  const configuration = readConfiguration();
  await mkdir(configuration.dataDir, { recursive: true });
  const lock = await lockDataFolder(configuration.dataDir);
  resources.defer(() => lock.release());
  if (configuration.databaseUrl === undefined) {
    const log = pino({ level: 'warn', name: 'start' });
    const database = await startEmbeddedPostgres({ dataDir: configuration.dataDir, log });
    resources.defer(() => database.stop());
  }
  // A complete build first, so that there is something to serve; then one after every change.
  const build = runLogged([BUILD_WEB]);
  await once(build, 'exit');
  const rebuild = runLogged([BUILD_WEB, '--watch']);
  resources.defer(() => ended(rebuild));
  const migration = runLogged([MAIN, 'migrate']);
  await once(migration, 'exit');
  if (migration.exitCode !== 0) return;

  const roles = ['worker', 'api'].map((role) => runLogged(['--watch', '--watch-preserve-output', MAIN, role]));
  for (const role of roles) {
    resources.defer(() => ended(role));
  }
  await lock.noteChildren(roles.flatMap(({ pid }) => (pid === undefined ? [] : [pid])));
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
  await asked;
}

const resources = new AsyncDisposableStack();
try {
  await untilStopped(resources);
} catch (error) {
  if (!(error instanceof ExpectedError)) throw error;
  console.error(translateError(terminalLanguage(), error, 'core:internal'));
  process.exitCode = 1;
} finally {
  await resources.disposeAsync();
}
