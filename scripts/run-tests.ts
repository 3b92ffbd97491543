import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { runChecks } from './checks.ts';
import { runBrowserTests } from './run-browser-tests.ts';
import { runTestFile } from './run-test-file.ts';
import { SetUpError } from './set-up-error.mjs';
import { ensureWeb } from './set-up-web.mjs';
import { startDebianForTests, startEmbeddedForTests, type ThrowAwayDatabase } from './throw-away-database.ts';

// npm test [-- NAME …]: a NAME is `checks`, a folder of tests/ such as `unit`, or a path.

const root = fileURLToPath(new URL('..', import.meta.url));
const LANES = 2;
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

interface Phase {
  name: string;
  files: string[];
  database?: () => Promise<ThrowAwayDatabase>;
}

const total = { passed: 0, failed: 0, skipped: 0 };
/** What failed, told once more at the end: there it is found, however much was printed before. */
const failed: string[] = [];

async function runPhase({ name, files, database }: Phase): Promise<void> {
  if (files.length === 0) return;
  console.log(`\n${name}`);
  const engine = await database?.();
  const waiting = [...files];
  const lane = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const env = engine === undefined ? {} : { REELPORT_TEST_DATABASE_URL: engine.connectionString };
      const result = await runTestFile(file, { env, limitMilliseconds: FILE_MILLISECONDS });
      total.passed += result.passed;
      total.failed += result.failures.length;
      total.skipped += result.skipped;
      const mark = result.failures.length > 0 ? '✖' : '✔';
      console.log(`${mark} ${result.file} (${result.passed} passed, ${result.seconds.toFixed(1)} s)`);
      if (result.failures.length > 0 && result.output !== '') console.log(result.output.trimEnd());
      for (const failure of result.failures) {
        console.log(`  ✖ ${failure}`);
        failed.push(`${name}: ${result.file}: ${failure}`);
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: LANES }, lane));
  } finally {
    await engine?.stop();
  }
}

async function runBrowserPhase(files: string[]): Promise<void> {
  if (files.length === 0) return;
  console.log('\nbrowser tests');
  const result = await runBrowserTests(files, FILE_MILLISECONDS);
  total.passed += result.passed;
  total.failed += result.failed;
  total.skipped += result.skipped;
  const mark = result.failed > 0 ? '✖' : '✔';
  console.log(`${mark} tests/browser (${result.passed} passed, ${result.seconds.toFixed(1)} s)`);
  if (result.failed === 0) return;
  console.log(result.output.trimEnd());
  failed.push(`browser tests: ${result.failed} failed`);
}

async function buildWeb(): Promise<void> {
  try {
    await ensureWeb(process.execPath);
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error;
    console.error(error.message);
    total.failed += 1;
    failed.push('the build of the browser workbench');
  }
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

if (isWanted('checks')) {
  console.log('checks');
  for (const { name, passed } of await runChecks()) {
    total[passed ? 'passed' : 'failed'] += 1;
    if (!passed) failed.push(`checks: ${name}`);
  }
}
const integration = filesOf('integration');
const phases: Phase[] = [
  { name: 'unit tests', files: filesOf('unit') },
  { name: 'integration tests, embedded PostgreSQL', files: integration, database: startEmbeddedForTests },
  {
    name: "integration tests that use SQL, Debian's PostgreSQL",
    files: integration.filter((file) => touchesSql(file) && !isOnceEnough(file)),
    database: startDebianForTests,
  },
  { name: 'fault tests', files: filesOf('faults'), database: startEmbeddedForTests },
  { name: 'end-to-end tests', files: filesOf('e2e'), database: startEmbeddedForTests },
];
// Servers of these tests serve what a start would serve.
if (['integration', 'faults', 'e2e'].some((folder) => filesOf(folder).length > 0)) await buildWeb();
await runBrowserPhase(filesOf('browser').map((file) => relative(root, file)));
for (const phase of phases) await runPhase(phase);

if (total.passed + total.failed === 0) {
  console.error('No test ran.');
  total.failed += 1;
}
if (failed.length > 0) console.log(['\nfailed', ...failed].join('\n  ✖ '));
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;
