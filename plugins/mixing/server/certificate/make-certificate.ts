import type { Certificate, Pair } from './certificate.ts';
import { comparePairs, type ComparableOutput } from './compare-pairs.ts';
import { looksAlike, type SymbolSegment } from './looks-alike.ts';

/** An output with everything that the certificate tells of it. */
export interface CertifiedOutput extends ComparableOutput {
  sha256: string;
  size: number;
  title: string | null;
  placed: { group: string; material: string; window: { start: number; end: number } }[];
  /** The segment of each shot, where it has one of its own. */
  segments: SymbolSegment[];
}

export interface CertificateOptions {
  project: string;
  settings: string;
  seed: number;
  tools: Certificate['tools'];
  plan: Certificate['plan'];
  outputs: readonly CertifiedOutput[];
  /** Ids of all materials that could be used; unused ones are listed with 0. */
  materials: readonly string[];
  now: Date;
}

/** What comparing found, and what follows from it. */
export interface Verdict {
  certificate: Certificate;
  /** Files of outputs to plan anew, so that no pair is over its limit. */
  again: string[];
  /** Symbols whose pictures turned out to look the same: each to the one that stands for it. */
  merged: Map<string, string>;
}

/** Compares every pair and writes down what was found. */
export function makeCertificate(options: CertificateOptions): Verdict {
  const { outputs } = options;
  const pairs = comparePairs(outputs);
  const failures = pairs.filter((pair) => pair.sharedFootage > pair.limit);
  const footage = pairs.map((pair) => 1 - pair.sharedFootage);
  const audio = pairs.map((pair) => pair.audioSimilarity);
  const histogram = new Array<number>(20).fill(0);
  for (const distance of footage) {
    const step = Math.min(19, Math.floor(distance * 20));
    histogram[step] = (histogram[step] ?? 0) + 1;
  }
  const openings = new Set(outputs.map(({ shots }) => shots[0]?.symbol));
  const certificate: Certificate = {
    version: 1,
    createdAt: options.now.toISOString(),
    project: options.project,
    settings: options.settings,
    seed: options.seed,
    tools: options.tools,
    plan: options.plan,
    pairs: pairs.length,
    shots: statisticsOf(pairs.map((pair) => options.plan.groups - pair.sharedShots)),
    footage: statisticsOf(footage),
    ordered: statisticsOf(pairs.map((pair) => pair.orderedDistance)),
    audio: { most: Math.max(0, ...audio), median: statisticsOf(audio).median },
    histogram,
    worst: worstOf(pairs),
    matrix: Buffer.from(pairs.map((pair) => Math.round(pair.sharedFootage * 100))).toString('base64'),
    failures: failures.slice(0, 1000),
    openings: { distinct: openings.size, repeated: outputs.length - openings.size },
    materials: usesOf(outputs, options.materials),
    outputs: outputs.map(({ file, sha256, size, seconds, title, placed }) => ({
      ...{ file, sha256, size, seconds, title },
      shots: placed.map(({ group, material, window }) => ({ group, material, start: window.start, end: window.end })),
    })),
  };
  const merged = failures.length === 0 ? new Map<string, string>() : looksAlike(outputs.flatMap(({ segments }) => segments));
  return { certificate, again: leastToReplace(failures, outputs), merged };
}

function statisticsOf(values: readonly number[]): { least: number; median: number; mean: number } {
  if (values.length === 0) {
    return { least: 0, median: 0, mean: 0 };
  }
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
  return { least: sorted[0] ?? 0, median, mean: sorted.reduce((sum, value) => sum + value, 0) / sorted.length };
}

function worstOf(pairs: readonly Pair[]): Pair | null {
  let worst: Pair | null = null;
  for (const pair of pairs) {
    const more = worst === null ? 1 : pair.sharedFootage - worst.sharedFootage;
    if (more > 0 || (more === 0 && worst !== null && pair.orderedDistance < worst.orderedDistance)) {
      worst = pair;
    }
  }
  return worst;
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

/** Few outputs whose absence leaves no failing pair: the one in most failing pairs first, the later of equals. */
function leastToReplace(failures: readonly Pair[], outputs: readonly CertifiedOutput[]): string[] {
  const order = new Map(outputs.map(({ file }, index) => [file, index]));
  const again: string[] = [];
  let left = [...failures];
  while (left.length > 0) {
    const counts = new Map<string, number>();
    for (const { a, b } of left) {
      counts.set(a, (counts.get(a) ?? 0) + 1);
      counts.set(b, (counts.get(b) ?? 0) + 1);
    }
    const [most] = [...counts].sort(
      ([a, countA], [b, countB]) => countB - countA || (order.get(b) ?? 0) - (order.get(a) ?? 0),
    );
    const file = most?.[0] ?? '';
    again.push(file);
    left = left.filter(({ a, b }) => a !== file && b !== file);
  }
  return again;
}
