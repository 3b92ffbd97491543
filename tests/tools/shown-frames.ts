import assert from 'node:assert/strict';

import { ffmpegBytes, probe, TONE_AT, type AwkwardClip } from './awkward-clips.ts';

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
  const { times, hasSound, ...size } = probe(made);
  assert.equal(times.length, wanted.length, `${clip.name}: frames`);
  const late = times.findIndex((time, at) => Math.abs(time - ((wanted[at] ?? 0) - (wanted[0] ?? 0))) > TICK);
  assert.equal(late, -1, `${clip.name}: frame ${late} is shown after ${times[late]} s`);
  assert.deepEqual(size, { width, height }, clip.name);
  assert.equal(hasSound, !clip.isSilent, `${clip.name}: sound`);

  const count = last - first;
  const before = Math.min(first, NEAR);
  const own = picturesOf(made, ends(0, count, ENDS), 'null');
  const sources = picturesOf(clip.path, ends(first - before, last + NEAR, ENDS + 2 * NEAR), filter);
  assert.equal(own.size, Math.min(count, 2 * ENDS), `${clip.name}: pictures`);
  for (const [at, picture] of own) {
    const near = Array.from({ length: 2 * NEAR + 1 }, (_, index) => first + at - NEAR + index);
    const found = mostLike(picture, new Map(near.map((frame) => [frame, sources.get(frame)])));
    assert.equal(found, first + at, `${clip.name}: frame ${at} shows another one`);
  }
  if (hasSound) assertHeard(made, clip, shown);
}

/** The frames at either end of some. */
function ends(from: number, to: number, length: number): Array<readonly [from: number, to: number]> {
  if (to - from <= 2 * length) return [[from, to]];
  const [head, tail] = [[from, from + length] as const, [to - length, to] as const];
  return [head, tail];
}

/** Small grey pictures of frames of a file, upright, by their numbers. Whatever cannot be decoded is an error. */
function picturesOf(
  path: string,
  stretches: ReadonlyArray<readonly [from: number, to: number]>,
  filter: string,
): Map<number, Buffer> {
  const chosen = stretches.map(([from, to]) => `between(n\\,${from}\\,${to - 1})`).join('+');
  const filters = `select=${chosen},${filter},scale=${SIDE}:${SIDE}:flags=area,format=gray`;
  const bytes = ffmpegBytes('ffmpeg', [
    ...['-threads', '1', '-i', path, '-map', '0:v:0', '-vf', filters],
    ...['-fps_mode', 'passthrough', '-f', 'rawvideo', '-'],
  ]);
  const size = SIDE * SIDE;
  const numbers = stretches.flatMap(([from, to]) => Array.from({ length: to - from }, (_, at) => from + at));
  return new Map(
    numbers.flatMap((number, at) => {
      const picture = bytes.subarray(at * size, (at + 1) * size);
      return picture.length === size ? [[number, picture] as const] : [];
    }),
  );
}

/** The number of the picture that differs least from one. */
function mostLike(picture: Buffer, others: ReadonlyMap<number, Buffer | undefined>): number {
  let [found, least] = [Number.NaN, Infinity];
  for (const [number, other] of others) {
    if (other === undefined) continue;
    const unlike = picture.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0);
    if (unlike < least) [found, least] = [number, unlike];
  }
  return found;
}

/** That the tone of a clip begins where its frames say, and sound lasts as long as pictures do. */
function assertHeard(made: string, clip: AwkwardClip, { first, last }: Shown): void {
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
