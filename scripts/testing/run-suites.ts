import { flushCompileCache } from 'node:module';
import type { EventData } from 'node:test';
import { relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';

import { mock, run, suite } from './node-test.ts';
import { FOLDER_MARK } from './processes.ts';
import { readSharedState, describeChanges } from './shared-state.ts';

// Runs test files one after another in this process, each as a suite, so that shared imports are loaded once. Requests
// and results are messages; see test-process.ts.

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The file to run, and the folder that it may use. */
export interface SuiteOrder {
  file: string;
  folder: string;
  /** For the data of a browser that stays for the files after it, if it asks for one. */
  browserFolder?: string;
  /** How long to wait, after its tests have ended, for a file to release everything it holds open. */
  settleMilliseconds: number;
}

/** Messages during a run: one for each test, and one for the file at the end. */
export type SuiteNews =
  | { news: 'begins'; test: string }
  | { news: 'passed' | 'skipped' | 'ended' }
  /** In full, ready to print. */
  | { news: 'failed'; failure: string };

type TestEvent =
  | { type: 'test:pass'; data: EventData.TestPass }
  | { type: 'test:fail'; data: EventData.TestFail }
  | { type: 'test:dequeue'; data: EventData.TestDequeue };

const tell = (news: SuiteNews): void => void process.send?.(news);

/** The file that is running. */
let running = { name: '', tests: 0, hasEnded: (): void => undefined };
/** Errors of the running file that no promise or test caught. */
const stray: unknown[] = [];

// They are opened on first access, which would then look like a leak of whichever file did it.
void [process.stdin, process.stdout, process.stderr];
// Without files of its own it is a root under which suites can be run as long as the process lives.
const events = run({ files: [], isolation: 'none' });
events.on('data', ({ type, data }: TestEvent) => {
  const { name, hasEnded } = running;
  if (type === 'test:dequeue') tell({ news: 'begins', test: data.name });
  if (type !== 'test:pass' && type !== 'test:fail') return;
  const isFile = data.nesting === 0 && data.name === name;
  const isSuite = data.details.type === 'suite';
  if (!isSuite) running.tests += 1;
  if (type === 'test:fail' && !(isSuite && Reflect.get(data.details.error, 'failureType') === 'subtestsFailed')) {
    running.tests += 1;
    tell({ news: 'failed', failure: tellFailure(isFile ? `${name} as a whole` : data.name, data) });
  } else if (!isSuite) tell({ news: data.skip !== undefined || data.todo !== undefined ? 'skipped' : 'passed' });
  if (isFile) hasEnded();
});
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error) => stray.push(error));

process.on('message', (order) => {
  // test-process.ts sends nothing else.
  void runFile(order as SuiteOrder).then(() => tell({ news: 'ended' }));
});
process.once('disconnect', () => process.exit());

async function runFile({ file, folder, browserFolder, settleMilliseconds }: SuiteOrder): Promise<void> {
  if (browserFolder !== undefined) {
    // It belongs to none of the files.
    process.env['TMPDIR'] = browserFolder;
    delete process.env[FOLDER_MARK];
    const { keepLaneBrowser } = await import('#tests/e2e/lane-browser.ts');
    await keepLaneBrowser();
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  const name = relative(root, file);
  running = { name, tests: 0, hasEnded: resolve };
  stray.length = 0;
  process.env['TMPDIR'] = folder;
  process.env[FOLDER_MARK] = folder;
  const before = readSharedState();
  const open = process.getActiveResourcesInfo();

  let loaded = before;
  void suite(name, async () => {
    await import(pathToFileURL(file).href);
    // What the file starts and kills finds the same code compiled; killed processes keep nothing themselves.
    flushCompileCache();
    loaded = readSharedState();
  });
  await promise;
  mock.reset();
  flushCompileCache();

  const faults: string[] = running.tests === 0 ? [`${name} holds no test`] : [];
  const left = await untilSettled(open, settleMilliseconds);
  if (left.length > 0) faults.push(`${name} does not end by itself: ${left.join(', ')}`);
  for (const change of describeChanges(before, loaded, readSharedState()))
    faults.push(`${name} spoils the next file: ${change}`);
  // How node:test reports a failure that it could not attribute to a test.
  if (process.exitCode !== undefined && process.exitCode !== 0)
    faults.push(indented(`${name} broke outside of its tests\n${stray.map((error) => inspect(error)).join('\n')}`));
  process.exitCode = undefined;
  for (const failure of faults) tell({ news: 'failed', failure });
}

/** Kept by Node.js for the next read of a file; it keeps nothing alive. */
const SPARE = 'FileHandleReadWrap';

/** Waits until nothing beyond what was there before would keep the process alive. @returns what still does */
async function untilSettled(before: readonly string[], milliseconds: number): Promise<string[]> {
  for (const end = performance.now() + milliseconds; ; await sleep(10)) {
    const expected = [...before];
    const left = process.getActiveResourcesInfo().filter((resource) => {
      if (resource === SPARE) return false;
      const at = expected.indexOf(resource);
      if (at >= 0) expected.splice(at, 1);
      return at < 0;
    });
    if (left.length === 0 || performance.now() > end) return left;
  }
}

function tellFailure(what: string, { file, line, details: { error } }: EventData.TestFail): string {
  const where = file === undefined ? '' : ` (${relative(root, file)}:${line ?? 1})`;
  return indented(`${what}${where}\n${inspect(error.cause ?? error)}`);
}

function indented(text: string): string {
  return text.trimEnd().replaceAll('\n', '\n    ');
}
