import { escapeAss } from '#core/contract/timed-text/ass-text.ts';

import type { SubtitleCue } from './subtitle-cue.ts';

/**
 * The text of a cue whose words take their colour as they are spoken.
 * @param shown.from when the cue is shown, in milliseconds of what is drawn, and `at` when a moment of the video is
 */
export function karaokeText(
  { text, words }: SubtitleCue,
  { from, at, fills }: { from: number; at(milliseconds: number): number; fills: boolean },
): string {
  const told: string[] = [];
  let [place, moment] = [0, from];
  const until = (next: number) => {
    const length = Math.max(0, Math.round((next - moment) / 10));
    moment += length * 10;
    return length;
  };
  for (const { start, end, text: word } of words) {
    const found = text.indexOf(word, place);
    // Of a text that was changed since its words were timed, the rest is shown as it is.
    if (found < 0) break;
    // What stands before a word waits with it.
    told.push(`{\\k${until(at(start))}}${escapeAss(text.slice(place, found))}`);
    told.push(`{\\${fills ? 'kf' : 'k'}${until(at(end))}}${escapeAss(word)}`);
    place = found + word.length;
  }
  return `${told.join('')}${escapeAss(text.slice(place))}`;
}
