import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { benchReportSchema, type BenchReport } from '#tests/bench/bench-report.ts';

// npm run bench [-- NAME …]: measures, prints tables, and writes them to docs/benchmarks.md.

const root = fileURLToPath(new URL('..', import.meta.url));
const PAGE = `${root}docs/benchmarks.md`;

async function measure(file: string, folder: string): Promise<BenchReport> {
  const results = join(folder, 'report.json');
  const child = spawn(process.execPath, [file], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, REELPORT_BENCH_REPORT: results },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
  await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error(`${file} ended with ${child.signalCode ?? `exit code ${child.exitCode}`}`);
  return benchReportSchema.parse(JSON.parse(readFileSync(results, 'utf8')));
}

function table({ columns, rows }: BenchReport): string {
  const line = (cells: (string | number)[]): string => `| ${cells.join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

function section(report: BenchReport): string {
  const notes = report.notes.map((note) => `- ${note}`).join('\n');
  return [
    `### ${report.title}`,
    `\`npm run bench -- ${report.name}\`, ${new Date().toISOString().slice(0, 10)}, ${machine()}`,
    table(report),
    notes,
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

/** Replaces what stands between the report's markers, or adds both at the end of the results. */
function refresh(page: string, report: BenchReport): string {
  const [begin, end] = [`<!-- ${report.name} -->`, `<!-- /${report.name} -->`];
  const block = `${begin}\n${section(report)}\n${end}`;
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from >= 0 && to > from) return page.slice(0, from) + block + page.slice(to + end.length);
  return `${page.trimEnd()}\n\n${block}\n`;
}

const wanted = process.argv.slice(2);
const files = globSync('tests/bench/*.bench.ts', { cwd: root })
  .sort()
  .filter((file) => wanted.length === 0 || wanted.some((name) => file === `tests/bench/${name}.bench.ts`));
if (files.length === 0) {
  console.error(`There is no tests/bench/${wanted.join(', ')}.bench.ts`);
  process.exit(1);
}

const folder = await mkdtemp(join(tmpdir(), 'reelport-bench-'));
try {
  for (const file of files) {
    const report = await measure(file, folder);
    console.log(`\n${section(report)}\n`);
    writeFileSync(PAGE, refresh(readFileSync(PAGE, 'utf8'), report));
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
