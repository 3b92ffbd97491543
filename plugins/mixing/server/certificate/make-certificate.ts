import type { Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';
import { FOOTAGE_RATE } from '#core/server/services/media/footage/small-frames.ts';

import { TOLERANCE } from '../plan/footage-limit.ts';
import { BLIND_TO, SEEN, type Certificate } from '#plugins/mixing/certificate.ts';
import { compareWithEarlier, isOver, type ComparableOutput } from './compare-pairs.ts';
import { summariseEarlier } from './earlier-summary.ts';
import { statisticsOf, worstOf } from './pair-statistics.ts';

/** An output with everything that the certificate shows of it. */
export interface CertifiedOutput extends ComparableOutput {
  sha256: string;
  size: number;
  loudnessRange: number | null;
  copied: number | null;
  copiedShots: number | null;
  title: string | null;
  placed: { group: string; material: string; window: { start: number; end: number } }[];
  /** The segment of each shot, where it has one of its own. */
  segments: { symbol: string; footage: Fingerprint }[];
}

export interface CertificateOptions {
  project: string;
  settings: string;
  seed: number;
  tools: Certificate['tools'];
  plan: Certificate['plan'];
  limit?: Certificate['limit'];
  outputs: readonly CertifiedOutput[];
  /** What the project's other runs made before, and how many that are in all. */
  earlier?: { outputs: readonly ComparableOutput[]; all: number };
  replaced?: Certificate['replaced'];
  /** Most shots that two outputs may have in common. */
  mostShared: number;
  /** Ids of all materials that could be used; unused ones are listed with 0. */
  materials: readonly string[];
  now: Date;
}

/** So many pairs over their limit are named at most. */
const MAX_FAILURES = 1000;

/** Compares every pair and writes down what was found. */
export function makeCertificate(options: CertificateOptions): Certificate {
  const { outputs } = options;
  const earlier = options.earlier ?? { outputs: [], all: 0 };
  const { pairs, across } = compareWithEarlier(outputs, earlier.outputs);
  const failures = pairs.filter((pair) => isOver(pair, options.mostShared));
  const footage = pairs.map((pair) => 1 - pair.sharedFootage);
  const audio = pairs.map((pair) => pair.audioSimilarity);
  const histogram = new Array<number>(20).fill(0);
  for (const distance of footage) {
    const step = Math.min(19, Math.floor(distance * 20 + 1e-9));
    histogram[step] = (histogram[step] ?? 0) + 1;
  }
  const symbols = new Map<string, number>();
  for (const { symbol } of outputs.flatMap(({ shots }) => shots)) {
    symbols.set(symbol, (symbols.get(symbol) ?? 0) + 1);
  }
  const numbers = new Map([...symbols.keys()].map((symbol, number) => [symbol, number]));
  const openings = new Set(outputs.map(({ shots }) => shots[0]?.symbol));
  return {
    version: 1,
    createdAt: options.now.toISOString(),
    project: options.project,
    settings: options.settings,
    seed: options.seed,
    tools: options.tools,
    plan: options.plan,
    limit: options.limit ?? null,
    limits: { tolerance: TOLERANCE, framesPerSecond: FOOTAGE_RATE },
    compared: { seen: [...SEEN], blindTo: [...BLIND_TO] },
    pairs: pairs.length,
    shots: statisticsOf(pairs.map((pair) => options.plan.groups - pair.sharedShots)),
    footage: statisticsOf(footage),
    ordered: statisticsOf(pairs.map((pair) => pair.orderedDistance)),
    audio: { most: audio.reduce((most, likeness) => Math.max(most, likeness), 0), median: statisticsOf(audio).median },
    histogram,
    worst: worstOf(pairs),
    matrix: Buffer.from(pairs.map((pair) => Math.round(pair.sharedFootage * 100))).toString('base64'),
    failures: failures.slice(0, MAX_FAILURES),
    earlier: earlier.outputs.length === 0 ? null : summariseEarlier(across, earlier, options.mostShared),
    replaced: options.replaced ?? [],
    openings: { distinct: openings.size, repeated: outputs.length - openings.size },
    materials: usesOf(outputs, options.materials),
    symbols: [...symbols].map(([symbol, uses]) => ({ symbol, uses })),
    outputs: outputs.map(({ placed, shots, ...output }) => ({
      ...madeOf(output),
      shots: placed.map(({ group, material, window }, at) => ({
        ...{ group, material, start: window.start, end: window.end },
        symbol: numbers.get(shots[at]?.symbol ?? '') ?? 0,
      })),
    })),
  };
}

function madeOf(output: Omit<CertifiedOutput, 'placed' | 'shots'>) {
  const { file, sha256, size, seconds, loudnessRange, copied, copiedShots, title } = output;
  return { file, sha256, size, seconds, loudnessRange, copied, copiedShots, title };
}

function usesOf(outputs: readonly CertifiedOutput[], materials: readonly string[]): Certificate['materials'] {
  const uses = new Map(materials.map((material) => [material, 0]));
  for (const { placed } of outputs) {
    for (const { material } of placed) {
      uses.set(material, (uses.get(material) ?? 0) + 1);
    }
  }
  return [...uses].map(([material, count]) => ({ material, uses: count }));
}
