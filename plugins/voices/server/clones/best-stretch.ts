import type { SpeechSpan } from '#core/contract/speech.ts';

/** Seconds before and behind what is said that are taken along. */
const MARGIN = 0.1;

/**
 * The part of a recording that says the most within some seconds, from the beginning of what is said on, and where it
 * can, to the end of it.
 */
export function bestStretch(
  spans: readonly SpeechSpan[],
  { total, most }: { total: number; most: number },
): { start: number; seconds: number } {
  let best = { start: 0, end: Math.min(total, most), speech: -1 };
  for (const [first, { start: begins }] of spans.entries()) {
    const start = Math.max(0, begins - MARGIN);
    let [end, speech] = [start, 0];
    for (const span of spans.slice(first)) {
      if (span.end + MARGIN - start <= most) {
        end = span.end + MARGIN;
        speech += span.end - span.start;
      } else if (span.start < start + most && speech < most / 2) {
        // What is said without a pause has to be cut somewhere.
        speech += start + most - span.start;
        end = start + most;
        break;
      } else break;
    }
    if (speech > best.speech) best = { start, end: Math.min(total, end), speech };
  }
  return { start: best.start, seconds: best.end - best.start };
}
