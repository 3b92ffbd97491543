import { TIMED_TEXT_LIMITS } from './timed-cue.ts';

// Control characters that no subtitle can show, but line breaks and tabs; marks of byte order; halves of letters are
// put right by toWellFormed. Marks of direction stay: Arabic and Hebrew need them.
const UNSEEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFEFF\uFFFE\uFFFF]/g;

/** The lines of a file, whatever they end with, without what is never shown. */
export function linesOf(file: string): string[] {
  return file
    .toWellFormed()
    .replaceAll(/\r\n?|\u0085|\u2028|\u2029/g, '\n')
    .replaceAll(UNSEEN, '')
    .split('\n');
}

/** A cue's text as documents keep it: no empty lines, no space around lines, nothing unseen. */
export function tidyText(text: string): string {
  const lines = linesOf(text).map((line) => line.replaceAll('\t', ' ').trim());
  return cutAt(lines.filter((line) => line !== '').join('\n'), TIMED_TEXT_LIMITS.letters);
}

/** A name of who speaks, as documents keep it. */
export function tidySpeaker(name: string): string {
  return cutAt(tidyText(name).replaceAll('\n', ' '), TIMED_TEXT_LIMITS.speaker);
}

/** The first letters of a text, without half of one at the end. */
export function cutAt(text: string, most: number): string {
  return text.length <= most
    ? text
    : text
        .slice(0, most)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd();
}
