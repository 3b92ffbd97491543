import { writeFile } from 'node:fs/promises';

import { upright, writeMp4, type Sample, type TrackToWrite } from '#core/server/services/media/cut/write-mp4.ts';
import { box } from '#core/server/services/media/operations/mp4-boxes.ts';
import { trackLanguage } from './track-language.ts';

/** What is shown from one moment to another, in milliseconds. */
export interface TextSpan {
  start: number;
  end: number;
  text: string;
}

/** Bytes that a text of such a track has at most. */
const MOST_BYTES = 0xffff;

/**
 * Writes an MP4 of one track of timed text, as it is written: what looks like markup stays what it is.
 * @param path of the MP4; its texts lie beside it under the same name with `.texts` behind
 */
export async function writeTextTrack(
  path: string,
  spans: readonly TextSpan[],
  { language, picture }: { language: string; picture: { width: number; height: number } },
): Promise<void> {
  const texts = `${path}.texts`;
  const samples: Sample[] = [];
  const pieces: Buffer[] = [];
  let [at, moment] = [0, 0];
  const add = (text: string, until: number) => {
    const bytes = Buffer.from(text).subarray(0, MOST_BYTES);
    const size = Buffer.alloc(2);
    size.writeUInt16BE(bytes.length);
    pieces.push(size, bytes);
    samples.push({ path: texts, at, size: bytes.length + 2, decoded: moment, wait: 0, isKey: true });
    at += bytes.length + 2;
    moment = until;
  };
  for (const { start, end, text } of apart(spans)) {
    if (start > moment) add('', start);
    add(text, end);
  }
  // Players show the last text until another one comes.
  add('', moment + 1);
  await writeFile(texts, Buffer.concat(pieces));
  const track: TrackToWrite = {
    ...{ kind: 'sbtl', language: trackLanguage(language), scale: 1000, description: description(picture) },
    ...{ placement: upright(picture), samples, begins: 0, plays: moment, lasts: moment },
  };
  await writeMp4(path, [track]);
}

/** Texts one after the other: where several are shown at once, all of them are one text. */
export function apart(spans: readonly TextSpan[]): TextSpan[] {
  const moments = [...new Set(spans.flatMap(({ start, end }) => [start, end]))].toSorted((a, b) => a - b);
  const ordered = spans.toSorted((a, b) => a.start - b.start);
  const told: TextSpan[] = [];
  let [next, shown]: [number, TextSpan[]] = [0, []];
  for (const [place, start] of moments.entries()) {
    for (; (ordered[next]?.start ?? Infinity) <= start; next++) shown.push(...ordered.slice(next, next + 1));
    shown = shown.filter(({ end }) => end > start);
    const end = moments[place + 1];
    if (end === undefined || shown.length === 0) continue;
    const text = shown.map((span) => span.text).join('\n');
    const last = told.at(-1);
    if (last?.end === start && last.text === text) last.end = end;
    else told.push({ start, end, text });
  }
  return told;
}

/** How players show the texts unless they do as they like: white, in the middle, at the bottom. */
function description({ width, height }: { width: number; height: number }): Buffer {
  const entry = Buffer.alloc(38);
  entry.writeUInt16BE(1, 6);
  entry.writeInt8(1, 12);
  entry.writeInt8(-1, 13);
  entry.writeUInt16BE(Math.round(height), 22);
  entry.writeUInt16BE(Math.round(width), 24);
  entry.writeUInt16BE(1, 30);
  entry.writeUInt8(Math.min(255, Math.round(height / 18)), 33);
  entry.writeUInt32BE(0xffffffff, 34);
  const font = Buffer.from('Sans-Serif');
  return box('tx3g', entry, box('ftab', Buffer.from([0, 1, 0, 1, font.length]), font));
}
