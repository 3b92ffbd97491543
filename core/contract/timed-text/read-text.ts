import { readAss } from './ass.ts';
import { hasStamps, readStamped } from './plain.ts';
import type { ReadText } from './read-cues.ts';
import { readSrt } from './srt.ts';
import { readVtt } from './vtt.ts';

/** Formats of text with times that files are written in. */
export const SUBTITLE_FORMATS = ['srt', 'vtt', 'ass', 'txt', 'xlsx'] as const;
/** One of {@link SUBTITLE_FORMATS}. */
export type SubtitleFormat = (typeof SUBTITLE_FORMATS)[number];

/** What a file is, by what is in it: people give files the wrong ending. Null for text without times. */
export function formatOf(file: string): Exclude<SubtitleFormat, 'xlsx'> | null {
  const start = file.slice(0, 4096).replace(/^\uFEFF/, '');
  if (/^WEBVTT(?:\s|$)/.test(start)) return 'vtt';
  if (/^\s*\[(?:script info|v4\+? styles|events)\]/im.test(start) || /^Dialogue:/m.test(start)) return 'ass';
  if (/\d\s*(?:-+>|→)\s*\d/.test(file)) return 'srt';
  return hasStamps(file) ? 'txt' : null;
}

/** Reads subtitles, whatever their format; null for text without times. */
export function readTimedText(file: string): ReadText | null {
  const format = formatOf(file);
  return format === null ? null : READERS[format](file);
}

const READERS = { srt: readSrt, vtt: readVtt, ass: readAss, txt: readStamped } as const;
