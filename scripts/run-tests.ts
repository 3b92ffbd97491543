import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { listChecks, runCheck } from './checks.ts';
import { runBrowserTests } from './run-browser-tests.ts';
import { runTestFile } from './run-test-file.ts';
import { SetUpError } from './set-up-error.mjs';
import { ensureWeb } from './set-up-web.mjs';
import { runInLanes, type TestJob } from './test-lanes.ts';
import { startDebianForTests, startEmbeddedForTests, type ThrowAwayDatabase } from './throw-away-database.ts';

// npm test [-- NAME …]: a NAME is `checks`, a folder of tests/ such as `unit`, or a path.

const root = fileURLToPath(new URL('..', import.meta.url));
const FILE_MILLISECONDS = 5 * 60_000;

/** Whether a test asks for a database, itself or through a kit that it imports; it then runs on each engine. */
function touchesSql(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file) || !existsSync(file)) return false;
  seen.add(file);
  const source = readFileSync(file, 'utf8');
  if (/REELPORT_TEST_DATABASE_URL|\btestDatabase\b/.test(source)) return true;
  return [...source.matchAll(/from '(\.{1,2}\/[^']+|#tests\/[^']+)'/g)].some(([, path = '']) =>
    touchesSql(path.startsWith('#') ? resolve(root, path.slice(1)) : resolve(dirname(file), path), seen),
  );
}

/** Whether a test is about what is rendered rather than about SQL, as its first line says: minutes that one database saves. */
function isOnceEnough(file: string): boolean {
  return readFileSync(file, 'utf8').startsWith('// One database is enough: ');
}

/** A PostgreSQL that starts when the first test wants it. */
interface Engine {
  connectionString(): Promise<string>;
  stop(): Promise<void>;
}

function lateEngine(start: () => Promise<ThrowAwayDatabase>): Engine {
  let started: Promise<ThrowAwayDatabase> | undefined;
  return {
    async connectionString() {
      started ??= start();
      return (await started).connectionString;
    },
    async stop() {
      await (await started)?.stop();
    },
  };
}

const wanted = process.argv.slice(2).map((name) => name.replace(/^tests\//, '').replace(/\/$/, ''));
const isWanted = (path: string): boolean =>
  wanted.length === 0 || wanted.some((name) => path === name || path.startsWith(`${name}/`));

function filesOf(folder: string): string[] {
  return globSync(`${folder}/**/*.test.{ts,tsx}`, { cwd: `${root}tests` })
    .sort()
    .filter(isWanted)
    .map((file) => resolve(root, 'tests', file));
}

/** @param seconds that such a file takes where nothing better is known */
function fileJobs(phase: string, files: readonly string[], seconds: number, engine?: Engine): TestJob[] {
  return files.map((file) => ({
    phase,
    name: `${relative(root, file)}${engine === debian ? ", Debian's PostgreSQL" : ''}`,
    seconds,
    async run() {
      const env = engine === undefined ? {} : { REELPORT_TEST_DATABASE_URL: await engine.connectionString() };
      return await runTestFile(file, { env, limitMilliseconds: FILE_MILLISECONDS });
    },
  }));
}

function checkJobs(): TestJob[] {
  return listChecks().map((check) => ({
    phase: 'checks',
    name: `check: ${check.name}`,
    seconds: 20,
    async run() {
      const { passed, output, seconds } = await runCheck(check);
      return { passed: Number(passed), skipped: 0, failures: passed ? [] : ['it failed'], output, seconds };
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
      async run() {
        const { passed, failed, skipped, output, seconds } = await runBrowserTests(files, FILE_MILLISECONDS);
        return { passed, skipped, failures: Array.from({ length: failed }, () => 'see above'), output, seconds };
      },
    },
  ];
}

/** Builds what servers of the tests serve, as a start would. @returns why it could not */
async function buildWeb(): Promise<string | undefined> {
  try {
    await ensureWeb(process.execPath);
    return undefined;
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error;
    return error.message;
  }
}

const [embedded, debian] = [lateEngine(startEmbeddedForTests), lateEngine(startDebianForTests)];
const integration = filesOf('integration');
const [faults, endToEnd] = [filesOf('faults'), filesOf('e2e')];
const twice = integration.filter((file) => touchesSql(file) && !isOnceEnough(file));
const jobs: TestJob[] = [
  ...(isWanted('checks') ? checkJobs() : []),
  ...browserJobs(filesOf('browser').map((file) => relative(root, file))),
  ...fileJobs('unit tests', filesOf('unit'), 1),
  ...fileJobs('integration tests, embedded PostgreSQL', integration, 10, embedded),
  ...fileJobs("integration tests that use SQL, Debian's PostgreSQL", twice, 5, debian),
  ...fileJobs('fault tests', faults, 80, embedded),
  ...fileJobs('end-to-end tests', endToEnd, 50, embedded),
];

const total = { passed: 0, failed: 0, skipped: 0 };
const failed: string[] = [];
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
  console.log('');
  for (const [name, phase] of result.phases) {
    total.passed += phase.passed;
    total.failed += phase.failed;
    total.skipped += phase.skipped;
    console.log(`${name}: ${phase.passed} passed, ${phase.failed} failed, ${Math.round(phase.seconds)} s of a lane`);
  }
} finally {
  await Promise.all([embedded.stop(), debian.stop()]);
}

if (jobs.length === 0 || total.passed + total.failed === 0) {
  console.error('No test ran.');
  total.failed += 1;
}
// What failed is told once more at the end: there it is found, however much was printed before.
if (failed.length > 0) console.log(['\nfailed', ...failed].join('\n  ✖ '));
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;
