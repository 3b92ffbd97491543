import assert from 'node:assert/strict';
import { join } from 'node:path';

import type { Material } from '../inspect-material.ts';
import { SOUND_ENCODER } from '../operations/encode-sound.ts';
import type { MediaRunner } from '../runner.ts';
import { untrustedInput } from '../runner.ts';
import { commonSound, SAMPLE_RATE } from '../sound/common-sound.ts';
import { CannotCopy } from './cannot-copy.ts';
import { bytesOf, readEncodedTrack } from './encoded-track.ts';
import { listPackets, type Packet } from './list-packets.ts';
import { readSourceTrack } from './source-track.ts';
import { upright, type TrackToWrite } from './write-mp4.ts';

export interface CutSoundOptions {
  path: string;
  /** In messages. */
  name: string;
  material: Material;
  /** Seconds in the file's own time. */
  from: number;
  to: number;
  /** Bits a second that it may take, where it may not be copied. */
  rate?: number | undefined;
  folder: string;
  signal: AbortSignal;
}

/** Samples of a packet of AAC. */
const PACKET = 1024;

/**
 * Cuts plain AAC by copying its packets, from the one before that in which the cut begins: a decoder needs it for the
 * first samples, and an edit list hides it.
 * @throws CannotCopy, AssertionError or RangeError where its cut could not be exact
 */
export async function copySound(runner: MediaRunner, options: CutSoundOptions): Promise<TrackToWrite> {
  const { path, name, material, signal } = options;
  const { audio } = material;
  if (audio?.codec !== 'aac' || !material.container.split(',').includes('mp4')) {
    throw new CannotCopy('codec', 'only AAC in MP4 is copied');
  }
  const source = await readSourceTrack(path, audio.index, 'soun');
  const { scale, packets, profile } = await listPackets(runner, { path, name, stream: audio.index }, signal);
  if (profile !== 'LC' || scale !== audio.sampleRate) throw new CannotCopy('codec', 'only plain AAC is copied');
  const [from, to] = [Math.round(options.from * scale), Math.round(options.to * scale)];
  const begin = packets.findIndex(({ time }) => time + PACKET > from);
  const first = Math.max(0, begin - 1);
  const rest = packets.findIndex(({ time }) => time >= to);
  const taken = packets.slice(first, rest < 0 ? packets.length : rest);
  const zero = taken[0]?.time ?? 0;
  if (begin < 0 || zero > from) throw new CannotCopy('index', 'the sound begins after the cut');
  if (taken.some(({ time }, at) => time !== zero + at * PACKET)) throw new CannotCopy('index', 'the sound has gaps');
  const end = zero + taken.length * PACKET;
  const last: Packet | undefined = taken.at(-1);
  // The last packet of a file may be shorter than it is coded.
  const heard = Math.min(to, rest < 0 && last !== undefined && last.length > 0 ? last.time + last.length : end);
  return {
    ...{ kind: 'soun', scale, description: source.description, placement: upright() },
    samples: taken.map(({ at, size }, index) => ({ path, at, size, decoded: index * PACKET, wait: 0, isKey: true })),
    ...{ begins: from - zero, plays: heard - from, lasts: taken.length * PACKET },
  };
}

/** Encodes the sound of a cut once, as long as its pictures; silence where it has none. */
export async function encodeCutSound(runner: MediaRunner, options: CutSoundOptions): Promise<TrackToWrite> {
  const { path, material, from, to, rate, folder, signal } = options;
  const { audio } = material;
  if (audio === null) throw new TypeError('encodeCutSound: the material has no sound');
  const length = Math.round((to - from) * SAMPLE_RATE);
  const file = 'sound.m4a';
  await runner.ffmpeg({
    ...{ cwd: folder, signal, nice: 10, timeout: 120 + (to - from) * 2 },
    args: [
      '-y',
      ...(from > 0 ? ['-seek_timestamp', '1', '-ss', from.toFixed(6)] : []),
      ...untrustedInput(path),
      ...['-map', `0:${audio.index}`, '-vn'],
      ...['-af', `${commonSound(audio.channels)},apad,atrim=end_sample=${length}`, ...SOUND_ENCODER],
      ...(rate === undefined ? [] : ['-b:a', String(rate)]),
      ...['-map_metadata', '-1', '-threads', '1', '-f', 'mp4', file],
    ],
  });
  const track = await readEncodedTrack(join(folder, file), 'soun');
  const { scale, description, begins, times } = track;
  const samples = bytesOf(track).map((bytes, at) => ({ ...bytes, decoded: times[at] ?? 0, wait: 0, isKey: true }));
  const lasts = Math.max((times.at(-1) ?? 0) + PACKET, begins + length);
  return { kind: 'soun', scale, description, placement: upright(), samples, begins, plays: length, lasts };
}

/**
 * Reads a copied sound as ffmpeg finds it in what was written: the material's packets, all as long before and after the
 * beginning as there, so that they decode to the same samples.
 * @throws AssertionError when a packet differs, or is heard at another time
 */
export async function proveSound(
  runner: MediaRunner,
  file: string,
  { path, name, material, from, folder, signal }: CutSoundOptions,
): Promise<void> {
  const { audio } = material;
  if (audio === null) throw new TypeError('proveSound: the material has no sound');
  const [wanted, found] = await Promise.all([
    listPackets(runner, { path, name, stream: audio.index, isHashed: true }, signal),
    listPackets(runner, { path: join(folder, file), name, stream: 1, isHashed: true }, signal),
  ]);
  const begin = Math.round(from * wanted.scale);
  const heard = new Map(wanted.packets.map(({ time, hash }) => [time - begin, hash]));
  assert.ok(found.packets.length > 0 && found.scale === wanted.scale, 'the sound counts other ticks');
  for (const { time, hash } of found.packets) {
    assert.ok(hash !== undefined && heard.get(time) === hash, 'a packet of sound is another one, or at another time');
  }
}
