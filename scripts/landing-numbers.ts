import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { worstRun } from '#tests/bench/limits.ts';

// The numbers of the landing page: of the last three runs of docs/benchmarks.md, the worst.

const root = fileURLToPath(new URL('..', import.meta.url));
const TARGET = `${root}plugins/landing/benchmark-facts.ts`;

/** The module that the landing page imports, as `docs/benchmarks.md` has it. */
export function landingNumbers(benchmarks: string): string {
  const worst = (what: string): number => {
    const found = worstRun(benchmarks, what);
    if (found === undefined) throw new Error(`docs/benchmarks.md has no limit on "${what}"`);
    return found;
  };
  const pairs = /^\| comparing all pairs of .* \| (\d+) pairs \|$/m.exec(benchmarks)?.[1];
  if (pairs === undefined) throw new Error('docs/benchmarks.md does not say how many pairs are compared');
  // Never rounded in our favour.
  const times = Math.floor(worst('how much cheaper a batch with hard cuts is') * 10) / 10;
  const seconds = (what: string) => Math.ceil(Math.round(worst(what) * 1e6) / 1e4) / 100;
  return `// Made from docs/benchmarks.md by scripts/generate-landing-numbers.ts; do not edit.

/** Numbers of the benchmarks: of the last three runs, the worst. */
export const BENCHMARKS = {
  /** CPU time of plain ffmpeg for fifty videos against ours, with hard cuts. */
  timesPlainFfmpeg: ${times},
  /** Wall-clock seconds of one further video. */
  secondsOfOneMore: ${seconds('wall time of a further video')},
  /** Pairs of 900 videos that are compared, and the seconds that takes. */
  pairs: ${pairs.replaceAll(/\B(?=(\d{3})+$)/g, '_')},
  secondsOfPairs: ${seconds('time of comparing all pairs of 900 videos of 30 s')},
} as const;
`;
}

/** Whether the landing page says what the benchmarks say. */
export function areLandingNumbersTrue(): boolean {
  return readFileSync(TARGET, 'utf8') === source();
}

/** Brings the landing page up to the benchmarks. */
export function writeLandingNumbers(): void {
  writeFileSync(TARGET, source());
}

function source(): string {
  return landingNumbers(readFileSync(`${root}docs/benchmarks.md`, 'utf8'));
}
