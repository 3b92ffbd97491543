import { comparePairs, type ComparableOutput } from '#plugins/mixing/server/certificate/compare-pairs.ts';
import type { PlanInput, Word } from '#plugins/mixing/server/plan/plan-input.ts';
import { plan } from '#plugins/mixing/server/plan/plan.ts';
import { seededRandom } from '#plugins/mixing/server/plan/random.ts';
import { buildFootage } from '#tests/unit/mixing/build-footage.ts';

import { reportBench, type BenchReport } from './bench-report.ts';

// Planning 900 outputs, alone and beside 900 earlier ones, and comparing all their pairs; the limit is two seconds.

const LIMIT_SECONDS = 2;
const COUNT = 900;

function inputOf(groups: number, shots: number, history: readonly (readonly string[])[] = []): PlanInput {
  const list = Array.from({ length: groups }, (_, group) => ({
    id: String(group + 1),
    shots: Array.from({ length: shots }, (_each, shot) => {
      const symbol = `${group}-${shot}`;
      return { symbol, material: symbol, window: { start: 0, end: 3 } };
    }),
  }));
  return { groups: list, count: COUNT, seed: 1, order: 'fixed', history, joints: true };
}

function comparable(words: readonly Word[]): ComparableOutput[] {
  const parts = new Map<string, ComparableOutput['parts'][number]>();
  const random = seededRandom(1);
  const partOf = (symbol: string) => {
    const part = parts.get(symbol) ?? { key: symbol, footage: buildFootage(18, random) };
    parts.set(symbol, part);
    return part;
  };
  return words.map(({ shots }, index) => ({
    file: `${index}.mp4`,
    seconds: shots.length * 3,
    shots: shots.map(({ symbol }) => ({ symbol, frames: 18 })),
    parts: shots.map(({ symbol }) => partOf(symbol)),
    audio: Uint32Array.from({ length: shots.length * 24 }, () => Math.floor(random.next() * 2 ** 32)),
  }));
}

const rows: (string | number)[][] = [];
const limits: BenchReport['limits'] = [];

function measure<T>(name: string, work: () => T, detail: (result: T) => string): T {
  const began = performance.now();
  const result = work();
  const seconds = (performance.now() - began) / 1000;
  limits.push({ what: `time of ${name}`, unit: 's', rounds: [seconds], atMost: LIMIT_SECONDS });
  rows.push([name, seconds.toFixed(2), (seconds / LIMIT_SECONDS).toFixed(2), detail(result)]);
  return result;
}

const level = (result: { maxShared: number; method: string }) =>
  `any two share at most ${result.maxShared}, ${result.method}`;
const ten = measure('10 groups × 5 clips', () => plan(inputOf(10, 5)), level);
const twenty = measure('20 groups × 5 clips', () => plan(inputOf(20, 5)), level);
const history = twenty.words.map(({ shots }) => shots.map(({ symbol }) => symbol));
measure('20 groups × 5 clips, 900 made before', () => plan(inputOf(20, 5, history)), level);
measure('6 groups × 12 windows', () => plan(inputOf(6, 12)), level);
measure(
  'comparing all pairs of 900 videos of 30 s',
  () => comparePairs(comparable(ten.words)),
  (pairs) => `${pairs.length} pairs`,
);

reportBench({
  name: 'planning',
  title: `Planning ${COUNT} videos, and comparing them`,
  columns: ['', 'seconds', 'share of the limit of 2 s', 'found'],
  rows,
  notes: ['One process, one core, first run of each: nothing is warmed up.'],
  limits,
});
