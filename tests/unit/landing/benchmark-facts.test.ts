import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { BENCHMARKS } from '#plugins/landing/benchmark-facts.ts';

const benchmarks = await readFile(new URL('../../../docs/benchmarks.md', import.meta.url), 'utf8');

/** The cells of the one row whose first cell is this. */
function row(name: string): string[] {
  const found = benchmarks.split('\n').filter((line) => line.startsWith(`| ${name} |`));
  assert.equal(found.length, 1, `docs/benchmarks.md has ${found.length} rows "${name}"`);
  return (found[0] ?? '')
    .split('|')
    .slice(2, -1)
    .map((cell) => cell.trim());
}

test('the numbers of the landing page are those of the published benchmarks', () => {
  const [, , , times] = row('Reelport, hard cuts');
  const [, seconds] = row('Reelport, one further video');
  const [pairSeconds, , pairs] = row('comparing all pairs of 900 videos of 30 s');
  assert.deepEqual(
    {
      timesPlainFfmpeg: Number(times?.replace(' ×', '')),
      secondsOfOneMore: Number(seconds),
      pairs: Number(pairs?.replace(' pairs', '')),
      secondsOfPairs: Number(pairSeconds),
    },
    BENCHMARKS,
    'change plugins/landing/benchmark-facts.ts to what docs/benchmarks.md says',
  );
});
