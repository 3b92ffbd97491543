import { gatherCues, type ReadText } from './read-cues.ts';
import { readTimestamp, writeTimestamp } from './timestamp.ts';
import { looksLikeFormula } from '../spreadsheet.ts';
import type { TimedCue } from './timed-cue.ts';

type Field = 'start' | 'end' | 'text' | 'speaker';

/** What columns are called, in tables of ours and of others. */
const HEADS: Readonly<Record<Field, RegExp>> = {
  start: /^(开始|开始时间|起始|起始时间|入点|start|start ?time|from|begin|in|tc ?in)$/iu,
  end: /^(结束|结束时间|终止时间|出点|end|end ?time|to|out|tc ?out)$/iu,
  text: /^(字幕|字幕内容|文本|文案|内容|台词|原文|text|subtitle|subtitles|caption|content|line|transcript)$/iu,
  speaker: /^(说话人|角色|人物|speaker|name|actor|character|voice)$/iu,
};

/**
 * Reads subtitles from the rows of a spreadsheet: columns by their names, or without a row of names by what is in them.
 * Times are `00:00:01,500`, seconds, or Excel's shares of a day. Lines of problems are rows, from 1.
 */
export function readRows(rows: readonly (readonly string[])[]): ReadText {
  const found = gatherCues('file');
  const head = rows.findIndex((row) => row.some((cell) => cell.trim() !== ''));
  const named = columnsByName(rows[head] ?? []);
  const columns = named ?? columnsByContent(rows);
  if (columns === null) {
    if (head >= 0) found.tell(head + 1, 'header');
    return found.done();
  }
  const first = named === null ? Math.max(head, 0) : head + 1;
  const body = rows.slice(first);
  const ends = body.flatMap((row) => row[columns.end]?.trim() || []);
  const isDays = ends.every((cell) => Number(cell) < 1);
  for (const [at, row] of body.entries()) {
    const line = first + at + 1;
    const cell = (field: Field): string => row[columns[field]]?.trim() ?? '';
    if ([cell('start'), cell('end'), cell('text')].every((value) => value === '')) continue;
    const [start, end] = [momentOf(cell('start'), isDays), momentOf(cell('end'), isDays)];
    if (start === null || end === null) found.tell(line, 'time');
    else found.add({ line, start, end, text: withoutGuard(cell('text')), speaker: withoutGuard(cell('speaker')) });
  }
  return found.done();
}

function columnsByName(row: readonly string[]): Record<Field, number> | null {
  const at = (field: Field): number => row.findIndex((cell) => HEADS[field].test(cell.trim()));
  const columns = { start: at('start'), end: at('end'), text: at('text'), speaker: at('speaker') };
  return columns.start < 0 || columns.end < 0 || columns.text < 0 ? null : columns;
}

/** Two neighbouring columns of times in the first rows, and the text behind them. */
function columnsByContent(rows: readonly (readonly string[])[]): Record<Field, number> | null {
  for (const row of rows.slice(0, 5)) {
    const start = row.findIndex((cell, at) => isClock(cell) && isClock(row[at + 1] ?? ''));
    const text = row.findIndex((cell, at) => at > start + 1 && cell.trim() !== '' && !isClock(cell));
    if (start >= 0 && text >= 0) return { start, end: start + 1, text, speaker: -1 };
  }
  return null;
}

const isClock = (cell: string): boolean => readTimestamp(cell) !== null;

function momentOf(cell: string, isDays: boolean): number | null {
  const clock = readTimestamp(cell);
  if (clock !== null) return clock;
  if (!/^\d{1,8}(?:[.,]\d{1,20})?(?:e-?\d{1,2})?$/i.test(cell)) return null;
  const seconds = Number(cell.replace(',', '.')) * (isDays ? 86_400 : 1);
  return seconds < 360_000 ? Math.round(seconds * 1000) : null;
}

/** Text as it was before a table of ours kept it from being a formula. */
function withoutGuard(text: string): string {
  return text.startsWith("'") && looksLikeFormula(text.slice(1)) ? text.slice(1) : text;
}

/** The rows of a table of subtitles, without its head: number, start, end, who speaks, text. */
export function cueRows(cues: readonly TimedCue[]): [number, string, string, string, string][] {
  return cues.map(({ start, end, speaker, text }, at) => [
    at + 1,
    writeTimestamp(start),
    writeTimestamp(end),
    speaker,
    text,
  ]);
}
