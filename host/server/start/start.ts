import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import { translate } from '#core/server/ground/messages.ts';
import { REELPORT_VERSION } from '#core/server/ground/version.ts';

import type { Configuration } from '../configuration.ts';
import { terminalLanguage } from '../terminal-language.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import { stampDataFolder } from './data-version.ts';
import { failureOf, tell, type Failure } from './failure.ts';
import { superviseWorker } from './supervise-worker.ts';
import { openLogFile } from './log-file.ts';
import { RoleFailed, superviseRole, type SupervisedProcess } from './supervised-process.ts';

/** Milliseconds within which the program ends after it was asked to, whatever hangs. */
const STOP_MILLISECONDS = 12_000;

/**
 * Runs the whole server on one machine: locks the data folder, starts PostgreSQL (unless an external one is
 * configured), starts the API and a worker, which migrate the database, and keeps them running until it is
 * asked to stop. Then it stops the API, the worker and PostgreSQL, but nothing that it did not start.
 * @param options.demo whether to create a demo account and print how to log in to it
 * @returns the exit code
 */
export async function start(configuration: Configuration, options: { demo?: boolean } = {}): Promise<number> {
  const stopping = whenAskedToStop();
  const logPath = join(configuration.dataDir, 'logs', 'server.log');
  const resources = new AsyncDisposableStack();
  let serving = false;
  let failure: Failure | undefined;
  try {
    const ends = await bringUp(configuration, { logPath, stopping, resources, demo: options.demo === true });
    serving = true;
    failure = await Promise.race([...ends, rejectOn(stopping)]);
  } catch (error) {
    failure = error instanceof RoleFailed ? error.failure : failureOf(error, configuration);
    if ('reason' in failure && !(error instanceof RoleFailed) && !stopping.aborted) note(logPath, error);
  }
  const asked = stopping.aborted;
  if (asked) print('host:start.stopping');
  await resources.disposeAsync();
  if (asked) print('host:start.stopped');
  if (asked || failure === undefined) return 0;
  const unexpected = serving ? 'host:start.ended' : 'host:start.failed';
  console.error(tell(failure, terminalLanguage(), { unexpected, log: logPath }));
  return 1;
}

/** Starts everything. Resolves, once the server serves, to the failures that would end it. */
async function bringUp(
  configuration: Configuration,
  options: { logPath: string; stopping: AbortSignal; resources: AsyncDisposableStack; demo: boolean },
): Promise<Promise<Failure>[]> {
  const { logPath, stopping, resources, demo } = options;
  const { dataDir } = configuration;
  await mkdir(dataDir, { recursive: true });
  const lock = await lockDataFolder(dataDir);
  resources.defer(() => lock.release());
  await stampDataFolder(dataDir, REELPORT_VERSION);
  const log = openLogFile(logPath);
  resources.defer(() => log.close());

  if (configuration.databaseUrl === undefined) {
    const [{ startEmbeddedPostgres }, { createLog }] = await Promise.all([
      import('#core/server/ground/database/embedded/embedded-postgres.ts'),
      import('#core/server/ground/log.ts'),
    ]);
    stopping.throwIfAborted();
    const database = await startEmbeddedPostgres({
      dataDir,
      log: createLog({ level: 'info', name: 'start', stream: log }),
    });
    resources.defer(() => database.stop());
  }
  stopping.throwIfAborted();

  const api = superviseRole('api', log);
  const roles: Pick<SupervisedProcess, 'pid' | 'stop'>[] = [api];
  const noteChildren = (): Promise<void> => lock.noteChildren(roles.map(({ pid }) => pid).filter((pid) => pid > 0));
  resources.defer(async () => {
    await lock.noteStopping().catch(() => undefined);
    for (const role of roles) await role.stop();
  });
  await noteChildren();
  const address = await Promise.race([api.ready, rejectOn(stopping)]);
  if (address !== null) await lock.noteAddress(address);
  print('host:start.ready', { address: address ?? '' });
  print('host:start.codes', { log: logPath });
  if (demo) {
    const { runConsoleCommand } = await import('../console.ts');
    await runConsoleCommand(configuration, {
      ...{ plugin: 'account', command: 'demo', arguments: [logPath], address: address ?? undefined },
    });
  }

  // Started only now: people wait for the URL, and the worker must not slow that down.
  const worker = superviseWorker({
    log,
    restarted() {
      print('host:start.worker-restarted', { log: logPath });
      void noteChildren().catch(() => undefined);
    },
  });
  roles.push(worker);
  await noteChildren();
  return [api.ended, worker.refused];
}

/** Roles log their own errors; those of this process are logged here. */
function note(logPath: string, error: unknown): void {
  const log = openLogFile(logPath);
  log.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  log.close();
}

function print(key: MessageKey, params?: MessageParams): void {
  console.log(translate(terminalLanguage(), key, params));
}

/**
 * Is aborted at the first signal, or when the launcher dies. A terminal and npm pass the same Ctrl-C on more
 * than once, so further signals are ignored.
 */
function whenAskedToStop(): AbortSignal {
  const stopping = new AbortController();
  const ask = (): void => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    setTimeout(() => process.exit(1), STOP_MILLISECONDS).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
  process.on('disconnect', ask);
  return stopping.signal;
}

function rejectOn(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  const refuse = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error('stopped'));
  if (signal.aborted) refuse();
  else signal.addEventListener('abort', refuse, { once: true });
  promise.catch(() => undefined);
  return promise;
}
