import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { figureOf, limitSchema, limitsTable, missed, type Limit } from '#tests/bench/limits.ts';

const limit = (parts: Partial<Limit>): Limit =>
  limitSchema.parse({ what: 'time to dock', unit: 'ms', rounds: [300], atMost: 500, ...parts });

test('the median of the rounds is held to a limit, or the least or the most of them', () => {
  const rounds = [700, 300, 400, 310];
  assert.equal(figureOf(limit({ rounds })), 355);
  assert.equal(figureOf(limit({ rounds, by: 'most' })), 700);
  assert.equal(figureOf(limit({ rounds, by: 'least' })), 300);
});

test('a figure beyond its limit is a miss and says by what, one within it is none', () => {
  assert.equal(missed(limit({ rounds: [500] })), undefined);
  assert.equal(missed(limit({ rounds: [501] })), 'time to dock: 501 ms, at most 500 ms');
  assert.equal(
    missed(limit({ rounds: [7.4], unit: 'times', atMost: undefined, atLeast: 7.5 })),
    'time to dock: 7.4 times, at least 7.5 times',
  );
  assert.equal(missed(limit({ rounds: [7.5], atMost: undefined, atLeast: 7.5 })), undefined);
});

test('a figure that is no number is a miss', () => {
  assert.match(missed({ ...limit({}), rounds: [NaN] }) ?? '', /NaN ms, at most 500 ms/);
});

test('rounds that differ by more than what is allowed prove nothing, so the limit is missed', () => {
  const noisy = Array.from({ length: 20 }, (_, round) => (round % 2 === 0 ? -12 : 13));
  const quiet = Array.from({ length: 20 }, (_, round) => (round % 2 === 0 ? 0.5 : 1.5));
  const growth = { unit: '%', atMost: 5 };
  assert.match(missed(limit({ ...growth, rounds: noisy })) ?? '', /lies between -12 and 13/);
  assert.equal(missed(limit({ ...growth, rounds: quiet })), undefined);
});

test('a limit is either the most or the least that is allowed', () => {
  for (const parts of [{ atLeast: 1 }, { atMost: undefined }]) assert.throws(() => limit(parts));
});

test('the table tells by what a run moved, and the worst of the last three', () => {
  let section = '';
  const rows: string[] = [];
  for (const figure of [400, 440, 410, 330]) {
    section = limitsTable([limit({ rounds: [figure - 10, figure, figure + 20] })], section);
    rows.push(section.split('\n')[2] ?? '');
  }
  assert.deepEqual(rows, [
    '| time to dock | 400 ms | 390 to 420 |  | 400 | 400 ms | at most 500 ms |',
    '| time to dock | 440 ms | 430 to 460 | +10.0 % | 440, 400 | 440 ms | at most 500 ms |',
    '| time to dock | 410 ms | 400 to 430 | −6.8 % | 410, 440, 400 | 440 ms | at most 500 ms |',
    '| time to dock | 330 ms | 320 to 350 | −19.5 % | 330, 410, 440 | 440 ms | at most 500 ms |',
  ]);
  const least = limit({ rounds: [9], atMost: undefined, atLeast: 7.5 });
  assert.match(
    limitsTable([least], limitsTable([{ ...least, rounds: [8] }], '')),
    /\| 9, 8 \| 8 ms \| at least 7.5 ms \|/,
  );
});

test('a benchmark that misses a limit hands its figures on, and fails', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'report.json');
  const module = fileURLToPath(import.meta.resolve('#tests/bench/bench-report.ts'));
  const run = (figure: number) => {
    const limits = [limit({ rounds: [figure] })];
    const report = { name: 'dock', title: 'Docking', columns: [''], rows: [['a ship']], notes: [], limits };
    const program = `import { reportBench } from ${JSON.stringify(module)}; reportBench(${JSON.stringify(report)});`;
    rmSync(file, { force: true });
    return spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      env: { ...process.env, REELPORT_BENCH_REPORT: file },
    });
  };
  assert.deepEqual([run(500).status, existsSync(file)], [0, true]);
  const { status, stderr } = run(501);
  assert.deepEqual([status, existsSync(file)], [1, true]);
  assert.match(stderr, /dock misses its limits: time to dock: 501 ms, at most 500 ms/);
});
