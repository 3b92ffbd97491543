import assert from 'node:assert/strict';
import { test } from 'node:test';

import { landingNumbers } from '../../../scripts/landing-numbers.ts';
import { limitsTable, type Limit } from '#tests/bench/limits.ts';

const PAIRS = '| comparing all pairs of 900 videos of 30 s | 1.32 | 0.66 | 404550 pairs |';

/** The benchmarks' page after runs with these figures of a batch, a further video, and all pairs. */
function pageAfter(...runs: readonly [number, number, number][]): string {
  let page = '';
  for (const [times, more, pairs] of runs) {
    const limits: Limit[] = [
      { what: 'how much cheaper a batch with hard cuts is', unit: 'times', rounds: [times], atLeast: 7.5 },
      { what: 'wall time of a further video', unit: 's', rounds: [more], atMost: 1.5 },
      { what: 'time of comparing all pairs of 900 videos of 30 s', unit: 's', rounds: [pairs], atMost: 2 },
    ];
    page = `${PAIRS}\n\n${limitsTable(limits, page)}\n`;
  }
  return page;
}

function numbersOf(page: string): Record<string, number> {
  const fields = landingNumbers(page).matchAll(/^ {2}(\w+): ([\d._]+),$/gm);
  return Object.fromEntries<number>(
    [...fields].map(([, name = '', value = '']): [string, number] => [name, Number(value.replaceAll('_', ''))]),
  );
}

test('the landing page prints the worst of the last three runs, rounded to our disadvantage', () => {
  const page = pageAfter([7.6, 0.9, 1.9], [8.29, 0.604, 1.29], [8.38, 0.61, 1.301], [8.91, 0.55, 1.2]);
  assert.deepEqual(numbersOf(page), {
    timesPlainFfmpeg: 8.2,
    secondsOfOneMore: 0.61,
    pairs: 404_550,
    secondsOfPairs: 1.31,
  });
});

test('a page of benchmarks without one of the numbers is refused', () => {
  assert.throws(() => landingNumbers(PAIRS), /no limit on "how much cheaper a batch with hard cuts is"/);
});
