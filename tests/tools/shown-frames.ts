import assert from 'node:assert/strict';

import { ffmpegBytes, timesIn, TONE_AT, type AwkwardClip } from './awkward-clips.ts';

/** What a video that a tool made of a clip has to show. */
export interface Shown {
  /** Frames of the clip: from `first` on and without `last`, each once, as long as before. */
  first: number;
  last: number;
  /** Pixels. */
  width: number;
  height: number;
  /** What the tool does to a picture, as filters of ffmpeg, so that frames can be compared. */
  filter?: string;
}

/** Frames that are compared with those of the clip, at either end. */
const ENDS = 60;
/** A frame is looked for among so many before and after the one that it should be. */
const NEAR = 3;
const SIDE = 32;
/** Seconds: a tick of a clock that counts thousandths. */
const TICK = 1.1e-3;
/** Seconds: two frames of sound. */
const HEARD = 0.05;

/** That a video shows just those frames of a clip, each at its time, with the sound that belongs to them. */
export function assertShows(made: string, clip: AwkwardClip, shown: Shown): void {
  const { first, last, width, height, filter = 'null' } = shown;
  const wanted = clip.times.slice(first, last);
  const times = timesIn(made);
  assert.equal(times.length, wanted.length, `${clip.name}: frames`);
  const late = times.findIndex((time, at) => Math.abs(time - ((wanted[at] ?? 0) - (wanted[0] ?? 0))) > TICK);
  assert.equal(late, -1, `${clip.name}: frame ${late} is shown after ${times[late]} s`);
  assert.deepEqual(sizeOf(made), [width, height], clip.name);

  const count = last - first;
  for (const from of new Set([0, Math.max(0, count - ENDS)])) {
    const to = Math.min(count, from + ENDS);
    const before = Math.min(first + from, NEAR);
    const own = picturesOf(made, from, to, 'null');
    const sources = picturesOf(clip.path, first + from - before, first + to + NEAR, filter);
    const found = own.map((picture, at) => {
      const near = Math.max(0, at + before - NEAR);
      return near + mostLike(picture, sources.slice(near, at + before + NEAR + 1)) - before + from;
    });
    const other = found.findIndex((at, index) => at !== from + index);
    assert.equal(other, -1, `${clip.name}: frame ${from + other} shows frame ${(found[other] ?? 0) + first}`);
  }
  assertHeard(made, clip, shown);
}

/** Small grey pictures of some frames of a file, upright. Whatever cannot be decoded is an error. */
function picturesOf(path: string, from: number, to: number, filter: string): Buffer[] {
  const chosen = `select=between(n\\,${from}\\,${to - 1}),${filter},scale=${SIDE}:${SIDE}:flags=area,format=gray`;
  const bytes = ffmpegBytes('ffmpeg', [
    ...['-threads', '1', '-i', path, '-map', '0:v:0', '-vf', chosen, '-fps_mode', 'passthrough', '-f', 'rawvideo', '-'],
  ]);
  const size = SIDE * SIDE;
  return Array.from({ length: bytes.length / size }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}

function mostLike(picture: Buffer, others: readonly Buffer[]): number {
  const unlike = others.map((other) => picture.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0));
  return unlike.indexOf(Math.min(...unlike));
}

function sizeOf(path: string): number[] {
  const what = ['-select_streams', 'v:0', '-show_entries', 'stream=width,height', '-of', 'csv=p=0', path];
  // Of a turned one a third field follows.
  return ffmpegBytes('ffprobe', what).toString().trim().split(',').slice(0, 2).map(Number);
}

/** That the tone of a clip begins where its frames say, and sound lasts as long as pictures do. */
function assertHeard(made: string, clip: AwkwardClip, { first, last }: Shown): void {
  const what = ['-select_streams', 'a', '-show_entries', 'stream=codec_name', '-of', 'csv=p=0', made];
  const tracks = ffmpegBytes('ffprobe', what).toString().trim();
  assert.equal(tracks === '', clip.isSilent, `${clip.name}: sound`);
  if (clip.isSilent) return;
  const { times } = clip;
  const begin = times[first] ?? 0;
  const end = times[last] ?? (times.at(-1) ?? 0) * 2 - (times.at(-2) ?? 0);
  const rate = 8000;
  const filled = `aresample=${rate}:async=1:first_pts=0`;
  const bytes = ffmpegBytes('ffmpeg', ['-i', made, '-map', '0:a:0', '-af', filled, '-ac', '1', '-f', 's16le', '-']);
  const samples = new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~1)));
  assert.ok(
    Math.abs(samples.length / rate - (end - begin)) < HEARD,
    `${clip.name}: ${samples.length / rate} s of sound`,
  );
  const onset = samples.findIndex((sample) => Math.abs(sample) > 3000) / rate;
  assert.ok(Math.abs(onset - Math.max(0, TONE_AT - begin)) < HEARD, `${clip.name}: the tone begins after ${onset} s`);
}
