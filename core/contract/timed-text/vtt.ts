import { gatherCues, type ReadText } from './read-cues.ts';
import { readTimestamp, withoutMarks, writeTimestamp } from './timestamp.ts';
import { linesOf } from './tidy-text.ts';
import type { TimedCue, TimedWord } from './timed-cue.ts';

/** Letters of a line of times and settings that are looked at. */
const LONGEST_TIMES = 400;
const TIMES = /^(\S+)\s*-->\s*(\S+)(?:\s.*)?$/;
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', nbsp: ' ', quot: '"', apos: "'", lrm: '\u200E', rlm: '\u200F' },
};

/**
 * Reads subtitles in WebVTT, also those that browsers refuse for their first line. Voices become who speaks, times
 * within a text those of its words.
 */
export function readVtt(file: string): ReadText {
  const lines = linesOf(file);
  const found = gatherCues('file');
  if (!/^WEBVTT(?:\s|$)/.test(lines[0] ?? '')) found.tell(1, 'header');
  let at = lines[0]?.startsWith('WEBVTT') === true ? 1 : 0;
  const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === '';
  while (at < lines.length) {
    if (isBlank(lines[at])) {
      at += 1;
      continue;
    }
    const first = at;
    while (at < lines.length && !isBlank(lines[at])) at += 1;
    // A block: an id or not, times, text. What has no times is a note, a style, or the rest of the head.
    let block = lines.slice(first, at);
    while (block.length > 0) {
      const timed = block.findIndex((line) => line.includes('-->'));
      if (timed < 0) {
        if (first > 1 && !/^(?:NOTE|STYLE|REGION|X-|Kind:|Language:)/.test(block[0] ?? ''))
          found.tell(first + 1, 'stray');
        break;
      }
      const line = at - block.length + timed + 1;
      const next = block.findIndex((text, place) => place > timed && text.includes('-->'));
      const body = block.slice(timed + 1, next < 0 ? undefined : next);
      const [, from = '', to = ''] =
        TIMES.exec(
          withoutMarks(block[timed] ?? '')
            .trim()
            .slice(0, LONGEST_TIMES),
        ) ?? [];
      const [start, end] = [readTimestamp(from), readTimestamp(to)];
      if (start === null || end === null) found.tell(line, 'time');
      else found.add({ line, start, end, ...readPayload(body.join('\n'), start, end) });
      block = next < 0 ? [] : block.slice(next);
    }
  }
  return found.done();
}

/** The text of a cue, who speaks it, and its words if they have times. */
function readPayload(raw: string, start: number, end: number): { text: string; speaker: string; words: TimedWord[] } {
  let [text, speaker] = ['', ''];
  const parts: { start: number; text: string }[] = [{ start, text: '' }];
  for (const [whole, tag] of raw.matchAll(/<([^<>]*)>|[^<]+|</g)) {
    if (tag === undefined) {
      const told = whole.replaceAll(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,6});?/giu, (entity, name: string) =>
        decode(entity, name),
      );
      text += told;
      const last = parts.at(-1);
      if (last !== undefined) last.text += told;
      continue;
    }
    const moment = readTimestamp(tag);
    if (moment !== null) parts.push({ start: moment, text: '' });
    else speaker ||= decodeAll(/^v(?:\.\S*)?\s+(.+)$/u.exec(tag)?.[1] ?? '');
  }
  const words =
    parts.length === 1
      ? []
      : parts.flatMap(({ start: from, text: word }, at) => {
          const trimmed = word.replaceAll(/\s+/g, ' ').trim();
          return trimmed === '' ? [] : [{ start: from, end: parts[at + 1]?.start ?? end, text: trimmed }];
        });
  return { text, speaker, words };
}

const decodeAll = (text: string): string =>
  text.replaceAll(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,6});/giu, (entity, name: string) => decode(entity, name));

function decode(entity: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? entity;
  const code = name[1]?.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** Writes subtitles in WebVTT, with who speaks. */
export function writeVtt(cues: readonly TimedCue[]): string {
  const blocks = cues.map(({ start, end, text, speaker }, at) => {
    const voice = speaker === '' ? '' : `<v ${escaped(speaker)}>`;
    return `${at + 1}\n${writeTimestamp(start)} --> ${writeTimestamp(end)}\n${voice}${escaped(text)}\n`;
  });
  return ['WEBVTT\n', ...blocks].join('\n');
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
