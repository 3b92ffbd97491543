import { COMES_BACK, findChanges, gridAt, gridDifference, logistic, type Change } from './find-cuts.ts';
import { findDissolves } from './find-dissolves.ts';
import { findFades } from './find-fades.ts';
import type { FrameSignals } from './frame-signals.ts';

/** A boundary between two shots, among the watched pictures. */
export interface WatchedBoundary {
  kind: 'cut' | 'dissolve' | 'fade';
  /** The last picture that shows only the shot before, and the first one that shows only the next. */
  from: number;
  to: number;
  /** 0 to 1. */
  certainty: number;
}

/** Weights of what tells a cut; found by logistic regression over the bench's own clips, never those held out. */
const WEIGHTS = { ratio: 3.76, histogram: 3.24, covered: 2.03, turned: 10.61, alike: -4.63, bias: -5.01 };

/** What is less certain is not even kept for those who want everything. */
const LEAST = 0.05;

function certaintyOf({ residual, local, histogram, covered, turned, alike, returns }: Change): number {
  const sum =
    WEIGHTS.ratio * Math.log((residual + 1) / (1.6 * local + 1.5)) +
    WEIGHTS.histogram * histogram +
    WEIGHTS.covered * Math.min(covered, 0.7) +
    WEIGHTS.turned * turned +
    WEIGHTS.bias;
  // Likeness only ever speaks against a cut.
  if (logistic(sum) < LEAST || returns() < COMES_BACK) return 0;
  return logistic(sum + WEIGHTS.alike * alike());
}

/** The share of a gradual change by which a single step in it makes it a cut. */
const ONE_STEP = 0.5;

/**
 * Finds where one shot follows another, the uncertain ones included: from {@link EVEN} on, more speaks for a boundary
 * than against it. Goes step by step, since a long video takes seconds.
 */
export function* findBoundaries(signals: FrameSignals): Generator<void, WatchedBoundary[]> {
  const fades = yield* findFades(signals);
  const apart = (a: { from: number; to: number }, b: { from: number; to: number }) => a.to <= b.from || a.from >= b.to;
  const dissolves = (yield* findDissolves(signals)).filter((blend) => fades.every((fade) => apart(blend, fade)));
  let gradual: WatchedBoundary[] = [
    ...fades.map((fade) => ({ kind: 'fade', ...fade }) as const),
    ...dissolves.map((blend) => ({ kind: 'dissolve', ...blend }) as const),
  ];
  const cuts: WatchedBoundary[] = [];
  for (const change of yield* findChanges(signals)) {
    const cut = { kind: 'cut', from: change.at - 1, to: change.at, certainty: certaintyOf(change) } as const;
    if (cut.certainty < LEAST) continue;
    const around = gradual.filter((other) => !apart(cut, other));
    // A single step that is most of the change, or of which more is certain.
    const beaten = around.filter(
      (other) =>
        differenceOf(signals, cut) >= ONE_STEP * differenceOf(signals, other) ||
        (other.certainty < cut.certainty && (other.kind === 'dissolve' || other.certainty < EVEN)),
    );
    if (beaten.length < around.length) continue;
    if (cut.certainty >= EVEN) gradual = gradual.filter((other) => !beaten.includes(other));
    else if (around.length > 0) continue;
    cuts.push(cut);
  }
  return [...gradual, ...cuts].filter(({ certainty }) => certainty >= LEAST).sort((a, b) => a.from - b.from);
}

/** The certainty at which as much speaks for a boundary as against it. */
export const EVEN = 0.5;

function differenceOf(signals: FrameSignals, { from, to }: { from: number; to: number }): number {
  return gridDifference(gridAt(signals, from), gridAt(signals, to));
}
