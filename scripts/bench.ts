import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { benchReportSchema, type BenchReport } from '#tests/bench/bench-report.ts';
import { limitsTable, missed } from '#tests/bench/limits.ts';

import { writeLandingNumbers } from './landing-numbers.ts';
import { ensureWeb } from './set-up-web.mjs';

// npm run bench [-- NAME …]: runs the benchmarks, prints their tables, and writes them to docs/benchmarks.md, from which
// the landing page takes its numbers. Fails when a limit is missed.

const root = fileURLToPath(new URL('..', import.meta.url));
const PAGE = `${root}docs/benchmarks.md`;

/** @returns the measurements, and whether the benchmark failed because it missed a limit */
async function measure(file: string, folder: string): Promise<{ report: BenchReport; hasFailed: boolean }> {
  const results = join(folder, 'report.json');
  const child = spawn(process.execPath, [file], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, REELPORT_BENCH_REPORT: results },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
  await once(child, 'exit');
  if (!existsSync(results)) throw new Error(`${file} ended with ${child.signalCode ?? `exit code ${child.exitCode}`}`);
  const report: BenchReport = benchReportSchema.parse(JSON.parse(readFileSync(results, 'utf8')));
  rmSync(results);
  return { report, hasFailed: child.exitCode !== 0 };
}

function table({ columns, rows }: BenchReport): string {
  const line = (cells: (string | number)[]): string => `| ${cells.join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

/** @param before the current section */
function section(report: BenchReport, before: string): string {
  const notes = report.notes.map((note) => `- ${note}`).join('\n');
  return [
    `### ${report.title}`,
    `\`npm run bench -- ${report.name}\`, ${new Date().toISOString().slice(0, 10)}, ${machine()}`,
    table(report),
    notes,
    limitsTable(report.limits, before),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function machine(): string {
  const [first] = cpus();
  const ffmpeg = /version (\S+)/.exec(spawnSync('ffmpeg', ['-version'], { encoding: 'utf8' }).stdout)?.[1] ?? 'none';
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${first?.model.trim() ?? 'unknown processor'}, ${memory} GB, Node.js ${process.versions.node}, ffmpeg ${ffmpeg}`;
}

/** Prints a report, and unless it is a trial, writes it between its markers or at the end of the page. */
function publish(report: BenchReport): void {
  const page = readFileSync(PAGE, 'utf8');
  const [begin, end] = [`<!-- ${report.name} -->`, `<!-- /${report.name} -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  const isThere = from >= 0 && to > from;
  const text = section(report, isThere ? page.slice(from, to) : '');
  console.log(`\n${text}\n`);
  if (report.isTrial) return;
  const block = `${begin}\n${text}\n${end}`;
  const [before, after] = isThere
    ? [page.slice(0, from), page.slice(to + end.length)]
    : [`${page.trimEnd()}\n\n`, '\n'];
  writeFileSync(PAGE, before + block + after);
  writeLandingNumbers();
}

const wanted = process.argv.slice(2);
const files = globSync('tests/bench/*.bench.ts', { cwd: root })
  .sort()
  .filter((file) => wanted.length === 0 || wanted.some((name) => file === `tests/bench/${name}.bench.ts`));
if (files.length === 0) {
  console.error(`There is no tests/bench/${wanted.join(', ')}.bench.ts`);
  process.exit(1);
}

// What browsers are measured with.
await ensureWeb(process.execPath);

const failed: string[] = [];
const folder = await mkdtemp(join(tmpdir(), 'reelport-bench-'));
try {
  for (const file of files) {
    const { report, hasFailed } = await measure(file, folder);
    publish(report);
    const misses = report.limits.flatMap((limit) => missed(limit) ?? []);
    for (const miss of hasFailed && misses.length === 0 ? ['it failed'] : misses)
      failed.push(`${report.name}: ${miss}`);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
if (failed.length > 0) {
  console.error(['failed', ...failed].join('\n  ✖ '));
  process.exitCode = 1;
}
