import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { relative } from 'node:path';
import { setImmediate as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { endProcessesOf } from './processes.ts';
import type { ProcessorMeter } from './processor-meter.ts';
import type { SuiteNews, SuiteOrder } from './run-suites.ts';
import { makeTestFolder } from './test-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAM = fileURLToPath(new URL('run-suites.ts', import.meta.url));

/** The result of a test file. */
export interface TestFileResult {
  file: string;
  passed: number;
  skipped: number;
  /** Each failure in full, ready to print. */
  failures: string[];
  /** The file's output. */
  output: string;
  seconds: number;
  /** Processor time in seconds. */
  processorSeconds: number;
}

/** Runs test files one after another in a process, which is replaced after each file that failed. */
export interface TestProcess {
  /**
   * Runs a file with a temporary folder of its own. It fails if it contains no test, does not end by itself in time,
   * leaves a process behind, or changes the state that the next file would start from.
   * @param file absolute path
   * @param browserFolder for the data of a browser that stays for the files after it, if it asks for one
   */
  run(file: string, browserFolder?: string): Promise<TestFileResult>;
  close(): Promise<void>;
}

/** @param env environment variables for its files, in addition to those of this process */
export function createTestProcess({
  env = {},
  meter,
  limitMilliseconds,
  settleMilliseconds = 15_000,
}: {
  env?: NodeJS.ProcessEnv;
  meter: ProcessorMeter;
  limitMilliseconds: number;
  settleMilliseconds?: number;
}): TestProcess {
  let child: ChildProcess | undefined;
  let output = '';

  function start(): ChildProcess {
    const { NODE_TEST_CONTEXT: _outer, ...inherited } = process.env;
    const started = fork(PROGRAM, {
      cwd: root,
      env: { ...inherited, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [started.stdout, started.stderr]) {
      stream?.setEncoding('utf8').on('data', (part: string) => (output += part));
    }
    return started;
  }

  async function end(how: (ending: ChildProcess) => unknown): Promise<void> {
    const ending = child;
    child = undefined;
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, 'exit');
    how(ending);
    await ended;
  }

  return {
    async run(file, browserFolder) {
      const name = relative(root, file);
      const began = performance.now();
      const folder = await makeTestFolder('rp-');
      const isNew = child === undefined;
      child ??= start();
      const { pid = 0 } = child;
      meter.follow(pid, folder);
      const busyBefore = isNew ? 0 : meter.secondsOf(pid);
      output = '';
      const { isBrokenOff, ...outcome } = await order(
        child,
        { file, folder, browserFolder, settleMilliseconds },
        limitMilliseconds,
      );
      // Output written before the last message is still to be read.
      await pause();
      const busy = Math.max(meter.secondsOf(pid) - busyBefore, 0);
      if (outcome.failures.length > 0) await end((ending) => ending.kill('SIGKILL'));
      // A file that was killed could not stop what it had started.
      const left = endProcessesOf(folder);
      if (!isBrokenOff) for (const one of left) outcome.failures.push(`${name} left a process behind: ${one}`);
      await rm(folder, { recursive: true, force: true }).catch((error: unknown) =>
        outcome.failures.push(`${name} left what cannot be removed: ${String(error)}`),
      );
      const seconds = (performance.now() - began) / 1000;
      return { file: name, ...outcome, output, seconds, processorSeconds: busy };
    },
    // It exits by itself then, and keeps what it has compiled for the next run.
    close: () => end((ending) => ending.disconnect()),
  };
}

/** Has a process run a file, and counts the results. */
async function order(
  child: ChildProcess,
  file: SuiteOrder,
  limitMilliseconds: number,
): Promise<Pick<TestFileResult, 'passed' | 'skipped' | 'failures'> & { isBrokenOff: boolean }> {
  const name = relative(root, file.file);
  const outcome = { passed: 0, skipped: 0, failures: [] as string[], isBrokenOff: false };
  let last = '';
  const { promise, resolve } = Promise.withResolvers<void>();
  const breaksOff = (how: string): void => {
    outcome.isBrokenOff = true;
    outcome.failures.push(`${name} ${how}${last === '' ? '' : `; the last test that began: ${last}`}`);
    resolve();
  };
  const limit = setTimeout(() => breaksOff(`was ended after ${limitMilliseconds / 1000} s`), limitMilliseconds);
  const onExit = (code: number | null, signal: string | null): void =>
    breaksOff(`ended its process with ${signal ?? `exit code ${code}`}`);
  const onNews = (message: unknown): void => {
    // The program sends nothing else.
    const told = message as SuiteNews;
    if (told.news === 'begins') last = told.test;
    else if (told.news === 'failed') outcome.failures.push(told.failure);
    else if (told.news === 'ended') resolve();
    else outcome[told.news] += 1;
  };
  child.on('message', onNews).once('exit', onExit);
  child.send(file);
  await promise;
  clearTimeout(limit);
  child.off('message', onNews).off('exit', onExit);
  return outcome;
}
