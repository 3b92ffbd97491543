import { spreadText } from '#core/contract/timed-text/plain.ts';
import type { LineProblem } from '#core/contract/timed-text/read-cues.ts';
import { readTimedText } from '#core/contract/timed-text/read-text.ts';
import { readRows } from '#core/contract/timed-text/rows.ts';
import { TIMED_TEXT_LIMITS, type TimedCue } from '#core/contract/timed-text/timed-cue.ts';
import { EARLIEST_MILLISECONDS } from '#core/contract/timed-text/reading.ts';
import { decodeText } from './decode-text.ts';
import { readTable, UnreadableTable } from './read-table.ts';

import { fitsVideo } from '#core/contract/timed-text/fits-video.ts';

const MOST_BYTES = 10 * 1024 ** 2;

/** Why a file is not taken. */
export type Refusal = 'large' | 'form' | 'no-cues' | 'untimed' | 'duration';

/** What a file of subtitles holds. */
export type ReadSubtitles =
  | { refusal: Refusal }
  | {
      cues: TimedCue[];
      problems: readonly LineProblem[];
      /** It had no times: its sentences are spread over the video. */
      isSpread: boolean;
    };

/** Reads a file of subtitles, whatever it is called. @param seconds of the video that it is for; null where there is none */
export async function readSubtitles(file: File, seconds: number | null, language: string): Promise<ReadSubtitles> {
  if (file.size > MOST_BYTES) return { refusal: 'large' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isTable = (bytes[0] === 0x50 && bytes[1] === 0x4b) || /\.(csv|xlsx?)$/i.test(file.name);
  try {
    if (isTable) return judge({ ...readRows(await readTable(file)), isSpread: false }, seconds);
  } catch (error) {
    if (error instanceof UnreadableTable) return { refusal: error.reason };
    throw error;
  }
  const text = decodeText(bytes);
  // What is no text at all, such as a video with the ending of subtitles.
  if (text.slice(0, 4096).split('\0').length > 8) return { refusal: 'form' };
  const read = readTimedText(text);
  if (read !== null) return judge({ ...read, isSpread: false }, seconds);
  if (text.trim() === '') return { refusal: 'no-cues' };
  if (seconds === null) return { refusal: 'untimed' };
  const span = { start: EARLIEST_MILLISECONDS + 1, end: Math.floor(seconds * 1000) };
  const cues = spreadText(text, span, language).slice(0, TIMED_TEXT_LIMITS.cues);
  return judge({ cues, problems: [], isSpread: true }, seconds);
}

function judge(read: Exclude<ReadSubtitles, { refusal: Refusal }>, seconds: number | null): ReadSubtitles {
  if (read.cues.length === 0) return { refusal: 'no-cues' };
  return fitsVideo(read.cues, seconds) ? read : { refusal: 'duration' };
}
