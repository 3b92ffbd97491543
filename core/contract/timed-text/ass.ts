import { ASS_FIELDS, escapeAss, unescapeAss } from './ass-text.ts';
import { gatherCues, type ReadText } from './read-cues.ts';
import { readTimestamp, withoutMarks, writeHundredths } from './timestamp.ts';
import { linesOf } from './tidy-text.ts';
import type { TimedCue, TimedWord } from './timed-cue.ts';

/** The fields of an event where a file does not say. */
const USUAL = ['layer', 'start', 'end', 'style', 'name', 'marginl', 'marginr', 'marginv', 'effect', 'text'];

/**
 * Reads subtitles in the format of Advanced SubStation Alpha, and the older SSA: dialogue alone, without looks. Names
 * become who speaks, karaoke the times of words; shapes that are drawn are left out.
 */
export function readAss(file: string): ReadText {
  const found = gatherCues('file');
  let section = '';
  let fields = USUAL;
  let hasScript = false;
  for (const [at, raw] of linesOf(file).entries()) {
    const line = at + 1;
    const [, name] = /^\s*\[([^\]]*)\]\s*$/.exec(raw) ?? [];
    if (name !== undefined) {
      section = name.toLowerCase();
      hasScript ||= section === 'script info';
      continue;
    }
    const [, key = '', rest = ''] = /^\s*(\w+)\s*:(.*)$/s.exec(raw) ?? [];
    const kind = key.toLowerCase();
    if (kind === 'format' && (section === 'events' || section === '')) {
      const told = rest.split(',').map((field) => field.trim().toLowerCase());
      if (['start', 'end', 'text'].every((field) => told.includes(field))) fields = told;
      else found.tell(line, 'fields');
    }
    if (kind !== 'dialogue') continue;
    const cells = rest.split(',');
    if (cells.length < fields.length) {
      found.tell(line, 'fields');
      continue;
    }
    // The text comes last and may hold commas.
    const values = [...cells.slice(0, fields.length - 1), cells.slice(fields.length - 1).join(',')];
    const field = (wanted: string): string => values[fields.indexOf(wanted)] ?? '';
    const [start, end] = [readTimestamp(withoutMarks(field('start'))), readTimestamp(withoutMarks(field('end')))];
    if (start === null || end === null) found.tell(line, 'time');
    else {
      const read = readEvent(field('text'), start);
      if (read !== null) found.add({ line, start, end, speaker: field('name') || field('actor'), ...read });
    }
  }
  if (!hasScript) found.tell(1, 'header');
  return found.done();
}

/** The text of an event and its words; null for a shape that is drawn. */
function readEvent(raw: string, start: number): { text: string; words: TimedWord[] } | null {
  const pieces: { text: string; length: number | null }[] = [{ text: '', length: null }];
  for (const [whole, override] of raw.matchAll(/(?<!\\)\{([^{}]*)\}|\\[{}]|[^{}\\]+|[\s\S]/g)) {
    const last = pieces.at(-1);
    if (override === undefined) {
      if (last !== undefined) last.text += whole;
      continue;
    }
    if (/\\p[1-9]/.test(override)) return null;
    const [, centiseconds] = /\\[kK][fo]?(\d{1,5})/.exec(override) ?? [];
    if (centiseconds !== undefined) pieces.push({ text: '', length: Number(centiseconds) * 10 });
  }
  const words: TimedWord[] = [];
  let moment = start;
  for (const { text, length } of pieces) {
    if (length === null) continue;
    const word = unescapeAss(text).replaceAll(/\s+/g, ' ').trim();
    if (word !== '') words.push({ start: moment, end: moment + length, text: word });
    moment += length;
  }
  return { text: unescapeAss(pieces.map(({ text }) => text).join('')), words };
}

/** Writes subtitles in the format of Advanced SubStation Alpha. @param size of the picture, in pixels */
export function writeAss(cues: readonly TimedCue[], size: { width: number; height: number }): string {
  const { width, height } = size;
  const font = Math.round(Math.min(width, height) / 18);
  const margin = Math.round(height / 16);
  const head = [
    '[Script Info]',
    'ScriptType: v4.00+',
    'WrapStyle: 0',
    'ScaledBorderAndShadow: yes',
    `PlayResX: ${width}`,
    `PlayResY: ${height}`,
    '',
    '[V4+ Styles]',
    `Format: ${ASS_FIELDS.style}`,
    `Style: Default,Noto Sans CJK SC,${font},&H00FFFFFF,&H000000FF,&H00101010,&H80000000,0,0,0,0,100,100,0,0,1,2,0,2,${font},${font},${margin},1`,
    '',
    '[Events]',
    `Format: ${ASS_FIELDS.event}`,
  ];
  const events = cues.map(({ start, end, speaker, text }) => {
    const name = speaker.replaceAll(',', ' ').trim();
    const shown = escapeAss(text);
    return `Dialogue: 0,${writeHundredths(start)},${writeHundredths(Math.max(end, start + 10))},Default,${name},0,0,0,,${shown}`;
  });
  return `${[...head, ...events].join('\r\n')}\r\n`;
}
