import type { Window } from './read-window.ts';

/** Seconds of a stretch, more or less, and by which it begins within the one before. */
const [SECONDS, LEAD] = [30, 1];

/**
 * The stretches of a video, which are read by themselves: at once, and again by themselves when work was broken off.
 * Each begins a little within the one before, so that text which comes where they meet is seen whole.
 */
export function windowsOf(duration: number): Window[] {
  const count = Math.max(1, Math.round(duration / SECONDS));
  const each = duration / count;
  return Array.from({ length: count }, (_, at) => {
    const start = Math.max(0, at * each - LEAD);
    return { start: thousandths(start), seconds: thousandths((at + 1) * each - start) };
  });
}

const thousandths = (value: number): number => Math.round(value * 1000) / 1000;
