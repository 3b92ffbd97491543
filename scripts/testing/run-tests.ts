import { existsSync, globSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { delimiter, dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { listChecks, runCheck } from '../checks.ts';
import { SetUpError } from '../set-up-error.mjs';
import { ensureWeb } from '../set-up-web.mjs';
import { runInLanes, type TestJob } from './lanes.ts';
import { createProcessorMeter, ownProcessorSeconds } from './processor-meter.ts';
import { changedFiles, createTestDependencies, listFiles } from './test-dependencies.ts';
import { makeQuickTools } from './quick-tools.ts';
import { runBrowserTests } from './run-browser-tests.ts';
import { makeTestFolder } from './test-folder.ts';
import { CHECKS, HELP, isNamed, readTestOptions, UsageError, type TestOptions } from './test-options.ts';
import { createTestProcess, type TestProcess } from './test-process.ts';
import { startDebianForTests, startEmbeddedForTests, type ThrowAwayDatabase } from './throw-away-database.ts';

// npm test; test-options.ts says what can be asked of it.

const root = fileURLToPath(new URL('../..', import.meta.url));
const FILE_MILLISECONDS = 8 * 60_000;

const KINDS = ['browser', 'unit', 'integration', 'faults', 'e2e'] as const;
const tests = globSync(`{${KINDS.join(',')}}/**/*.test.{ts,tsx}`, { cwd: `${root}tests` }).sort();
const { names, changedSince, onAllDatabases, inAllBrowsers } = askedOptions();

/** Before anything is started; what cannot be done ends the process here. */
function askedOptions(): TestOptions {
  try {
    const asked = readTestOptions(process.argv.slice(2), tests);
    if (asked !== 'help') return asked;
    console.log(HELP);
    process.exit(0);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** Whether a test says something, itself or in a kit that it imports. */
function says(words: RegExp, file: string, seen = new Set<string>()): boolean {
  if (seen.has(file) || !existsSync(file)) return false;
  seen.add(file);
  const source = readFileSync(file, 'utf8');
  if (words.test(source)) return true;
  return [...source.matchAll(/from '(\.{1,2}\/[^']+|#tests\/[^']+)'/g)].some(([, path = '']) =>
    says(words, path.startsWith('#') ? resolve(root, path.slice(1)) : resolve(dirname(file), path), seen),
  );
}

/** Requests a database; it then runs on each engine. */
const SQL = /REELPORT_TEST_DATABASE_URL|\btestDatabase\b/;
/** Opens pages of the product; files in one process do so in one browser. */
const BROWSER = /\bcreateBrowserKit\(/;

/** A PostgreSQL that starts when the first test needs it, and the processes whose tests use it. */
interface Engine {
  /** Runs something with a process that nothing else uses meanwhile. */
  use<T>(work: (tests: TestProcess) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

const meter = createProcessorMeter();
/** What tests render where it does not matter who has; gone with the run, so that each renders with the code of its own time. */
const mediaCache = await makeTestFolder('rp-cache-');
const browserFolder = await makeTestFolder('rp-browser-');
const tools = await makeQuickTools();

function lateEngine(start?: () => Promise<ThrowAwayDatabase>): Engine {
  let started: Promise<ThrowAwayDatabase> | undefined;
  const all: TestProcess[] = [];
  const idle: TestProcess[] = [];
  async function create(): Promise<TestProcess> {
    started ??= start?.();
    const url = (await started)?.connectionString;
    const env = {
      REELPORT_TEST_CACHE: mediaCache,
      ...(tools === undefined ? {} : { PATH: `${tools}${delimiter}${process.env['PATH']}` }),
      ...(url === undefined ? {} : { REELPORT_TEST_DATABASE_URL: url }),
      ...(inAllBrowsers ? { REELPORT_TEST_ALL_BROWSERS: '1' } : {}),
    };
    const tests = createTestProcess({ env, meter, limitMilliseconds: FILE_MILLISECONDS });
    all.push(tests);
    return tests;
  }
  return {
    async use(work) {
      const tests = idle.pop() ?? (await create());
      try {
        return await work(tests);
      } finally {
        idle.push(tests);
      }
    },
    async stop() {
      await Promise.all(all.map((tests) => tests.close()));
      await (await started)?.stop();
    },
  };
}

const isWanted = (test: string): boolean => names.length === 0 || names.some((name) => isNamed(test, name));

/** Whether changes since a revision can affect a test; always true when no revision was given. */
function reachedByChanges(): (file: string) => boolean {
  if (changedSince === undefined) return () => true;
  const changed = changedFiles(root, changedSince);
  const dependencies = createTestDependencies(root, [...listFiles(root), ...changed]);
  return (file) => dependencies.dependsOn(`tests/${file}`, changed);
}

const isReached = reachedByChanges();

function filesOf(kind: (typeof KINDS)[number]): string[] {
  return tests
    .filter((file) => file.startsWith(`${kind}/`) && isWanted(file) && isReached(file))
    .map((file) => resolve(root, 'tests', file));
}

/** @param seconds the default estimate for such a file */
function fileJobs(phase: string, files: readonly string[], seconds: number, engine: Engine): TestJob[] {
  return files.map((file) => ({
    phase,
    name: `${relative(root, file)}${engine === embedded && phase.startsWith('integration') ? ', embedded PostgreSQL' : ''}`,
    seconds,
    repeats: true,
    ...(engine === embedded ? { needs: 'a browser' } : {}),
    run: () => engine.use((tests) => tests.run(file, says(BROWSER, file) ? browserFolder : undefined)),
  }));
}

function checkJobs(): TestJob[] {
  return listChecks().map((check) => ({
    phase: 'checks',
    name: `check: ${check.name}`,
    seconds: 20,
    repeats: false,
    async run() {
      const { passed, ...result } = await runCheck(check);
      return { ...result, passed: Number(passed), skipped: 0, failures: passed ? [] : ['it failed'] };
    },
  }));
}

function browserJobs(files: string[]): TestJob[] {
  if (files.length === 0) return [];
  return [
    {
      phase: 'browser tests',
      name: 'tests/browser',
      seconds: 90,
      repeats: true,
      async run() {
        const { failed, ...result } = await runBrowserTests(files, FILE_MILLISECONDS);
        return { ...result, failures: Array.from({ length: failed }, () => 'see above') };
      },
    },
  ];
}

/** Builds what the tests' servers serve, like a start would. @returns why it failed */
async function buildWeb(): Promise<string | undefined> {
  try {
    await ensureWeb(process.execPath);
    return undefined;
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error;
    return error.message;
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

const [none, embedded, debian] = [lateEngine(), lateEngine(startEmbeddedForTests), lateEngine(startDebianForTests)];
const integration = filesOf('integration');
const [faults, endToEnd] = [filesOf('faults'), filesOf('e2e')];
const twice = onAllDatabases ? integration.filter((file) => says(SQL, file)) : [];
const jobs: TestJob[] = [
  ...(isWanted(CHECKS) ? checkJobs() : []),
  ...browserJobs(filesOf('browser').map((file) => relative(root, file))),
  ...fileJobs('unit tests', filesOf('unit'), 1, none),
  ...fileJobs("integration tests, Debian's PostgreSQL", integration, 5, debian),
  ...fileJobs('integration tests that use SQL, embedded PostgreSQL', twice, 5, embedded),
  ...fileJobs('fault tests', faults, 80, embedded),
  ...fileJobs('end-to-end tests', endToEnd, 30, embedded),
];

const total = { passed: 0, failed: 0, skipped: 0 };
const failed: string[] = [];
const unsteady: string[] = [];
/** Processor time by kind. */
const busy: [string, number][] = [];
/** Processor time of the tests in folders that are named like a plugin. */
const ofPlugins = new Map<string, number>();
if (integration.length + faults.length + endToEnd.length > 0) {
  const fault = await buildWeb();
  if (fault !== undefined) {
    console.error(fault);
    total.failed += 1;
    failed.push('the build of the browser workbench');
  }
}
try {
  const result = await runInLanes(jobs);
  failed.push(...result.failed);
  unsteady.push(...result.unsteady);
  for (const [name, seconds] of result.processorSeconds) {
    const folder = /^tests\/\w+\/([^/]+)\//.exec(name)?.[1] ?? '';
    if (!existsSync(`${root}plugins/${folder}/plugin.ts`)) continue;
    ofPlugins.set(folder, (ofPlugins.get(folder) ?? 0) + seconds);
  }
  console.log('');
  for (const [name, phase] of result.phases) {
    total.passed += phase.passed;
    total.failed += phase.failed;
    total.skipped += phase.skipped;
    busy.push([`${name}: ${phase.passed} passed, ${phase.failed} failed`, phase.processorSeconds]);
  }
} finally {
  await Promise.all([none, embedded, debian].map((engine) => engine.stop()));
  for (const folder of [mediaCache, browserFolder, tools])
    if (folder !== undefined) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

if (jobs.length === 0 || total.passed + total.failed === 0) {
  console.error('No test ran.');
  total.failed += 1;
}
meter.stop();
const ofTests = busy.reduce((sum, [, seconds]) => sum + seconds, 0);
// Looked at now and then, not all at once, the parts may come to a little more than the whole.
const rest = Math.max(ownProcessorSeconds() + meter.orphanSeconds() - ofTests, 0);
busy.push(['databases, the build, the runner itself', rest], ['together', ofTests + rest]);
for (const [what, seconds] of busy) console.log(`${what}, ${(seconds / 60).toFixed(1)} min of a processor`);
const plugins = [...ofPlugins].map(([plugin, seconds]) => `${plugin} ${(seconds / 60).toFixed(1)}`);
if (plugins.length > 0) console.log(`of these in folders of their own, plugins: ${plugins.sort().join(', ')}`);
if (unsteady.length > 0) console.log(['\nfailed beside others, passed alone', ...unsteady].join('\n  ~ '));
// Repeated at the end, where they are easy to find however much was printed before.
if (failed.length > 0) console.log(['\nfailed', ...failed].join('\n  ✖ '));
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;
