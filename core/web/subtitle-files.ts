import { writeAss } from '#core/contract/timed-text/ass.ts';
import { writePlain } from '#core/contract/timed-text/plain.ts';
import type { SubtitleFormat } from '#core/contract/timed-text/read-text.ts';
import { writeSrt } from '#core/contract/timed-text/srt.ts';
import type { TimedCue } from '#core/contract/timed-text/timed-cue.ts';
import { writeVtt } from '#core/contract/timed-text/vtt.ts';
import { saveBlob } from './save-blob.ts';

/** What players of phones are, where nobody knows the size of the video. */
const UPRIGHT = { width: 1080, height: 1920 };
const TYPES = { srt: 'application/x-subrip', vtt: 'text/vtt', ass: 'text/x-ssa', txt: 'text/plain' } as const;

/** Writes cues in one of the formats that are text. */
export function textFile(
  cues: readonly TimedCue[],
  format: Exclude<SubtitleFormat, 'xlsx'>,
  size: { width: number; height: number } = UPRIGHT,
): Blob {
  const text = {
    srt: () => writeSrt(cues),
    vtt: () => writeVtt(cues),
    ass: () => writeAss(cues, size),
    txt: () => writePlain(cues),
  }[format]();
  // Players on Windows take what has no mark for the system's own encoding; WebVTT is UTF-8 by definition.
  return new Blob([format === 'vtt' ? '' : '\uFEFF', text], { type: `${TYPES[format]};charset=utf-8` });
}

/** Has the browser save a workbook that the server has written. */
export function saveSheet(base64: string, name: string): void {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  saveBlob(new Blob([bytes], { type }), `${name}.xlsx`);
}

/** The name of a file without its ending, for the name of another one. */
export function stemOf(name: string): string {
  return (
    name
      .replace(/\.[A-Za-z0-9]{2,5}$/, '')
      .replaceAll(/[\\/:*?"<>|]/g, ' ')
      .trim() || 'text'
  );
}
