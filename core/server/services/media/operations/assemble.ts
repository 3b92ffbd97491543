import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Picture } from '#core/contract/picture.ts';

import { explainFullDisk } from '#core/server/ground/full-disk.ts';
import type { MediaRunner } from '../runner.ts';
import { encodeSound, SOUND_FILES } from './encode-sound.ts';
import { readMp4, within } from './mp4-boxes.ts';
import { readTrack } from './mp4-track.ts';
import { segmentFacts, type SegmentFacts } from './verify-segment.ts';
import type { EncodedSound, Segment } from './video-chunks.ts';
import { writeVideo } from './write-video.ts';

export interface AssembleOptions {
  /** Verified segments in playing order. */
  segments: readonly { path: string; frames: number }[];
  picture: Picture;
  /** A WAV as long as the picture. */
  sound: string;
  /** When the file says that it was created: now, or what `SOURCE_DATE_EPOCH` says, when absent. */
  createdAt?: Date;
}

/** A finished video. */
export interface Assembled {
  path: string;
  /** Lower-case hex. */
  sha256: string;
  /** Bytes. */
  size: number;
  /** Chromaprint of its sound, about eight words per second. */
  fingerprint: Uint32Array;
  /** How many of its pictures are copies of a material's, and how many of its segments are in the main. */
  copied: number;
  copiedSegments: number;
}

const VIDEO_FILE = 'assembled.mp4';

/**
 * Joins segments without re-encoding and encodes the sound once over the whole length.
 * @param folder where the video is written
 * @throws AssertionError when the parts do not fit together; expected `core:disk-full`
 */
export async function assemble(
  runner: MediaRunner,
  options: AssembleOptions,
  folder: string,
  signal?: AbortSignal,
): Promise<Assembled> {
  const { picture } = options;
  const segments = await verifiedSegments(options.segments);
  await encodeSound(runner, { sound: options.sound, folder, signal });
  const frames = segments.reduce((sum, { sizes }) => sum + sizes.length, 0);
  const sound = await encodedSound(join(folder, SOUND_FILES.sound), frames, picture.fps);
  const path = join(folder, VIDEO_FILE);
  const createdAt = options.createdAt ?? creationDate();
  const hash = createHash('sha256');
  let size = 0;
  const onBytes = (bytes: Uint8Array) => {
    hash.update(bytes);
    size += bytes.length;
  };
  await writeVideo(path, { segments, sound, picture, createdAt }, { signal, onBytes }).catch(explainFullDisk);
  const ofCopies = segments.flatMap(({ copied }) => copied ?? []);
  const copied = ofCopies.reduce((sum, count) => sum + count, 0);
  const copiedSegments = ofCopies.length;
  return {
    ...{ path, size, copied, copiedSegments, sha256: hash.digest('hex') },
    fingerprint: await readFingerprint(join(folder, SOUND_FILES.fingerprint)),
  };
}

/** What is to be repeated byte by byte is dated by this variable, as builds are everywhere. */
function creationDate(): Date {
  const seconds = Number(process.env.SOURCE_DATE_EPOCH);
  return Number.isSafeInteger(seconds) && seconds > 0 ? new Date(seconds * 1000) : new Date();
}

async function readFingerprint(path: string): Promise<Uint32Array> {
  const bytes = await readFile(path);
  return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~3)));
}

/** Hardware players use the parameter sets of the first segment for all of them. */
async function verifiedSegments(segments: AssembleOptions['segments']): Promise<Segment[]> {
  const known = new Map<string, SegmentFacts>();
  const verified: Segment[] = [];
  for (const { path, frames } of segments) {
    const facts = known.get(path) ?? (await segmentFacts(path));
    known.set(path, facts);
    assert.equal(facts.sizes.length, frames, 'a segment has another length than was planned');
    verified.push({ path, ...facts });
  }
  const sets = new Set(verified.map(({ parameterSets }) => parameterSets));
  assert.equal(sets.size, 1, 'segments carry different parameter sets');
  return verified;
}

/** Reads the encoded sound, which has to be as long as the picture. */
async function encodedSound(path: string, frames: number, fps: number): Promise<EncodedSound> {
  const { index, data } = await readMp4(path);
  const { kind, scale, sizes, times, seconds, delay } = readTrack(index);
  assert.equal(kind, 'soun', 'the sound has another kind of track');
  assert.ok(Math.abs(seconds - frames / fps) <= 1 / fps, `sound lasts ${seconds} s instead of ${frames / fps} s`);
  assert.ok(delay <= 1 / fps, `sound starts at ${delay} s`);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  assert.equal(bytes, data.length, 'the sound holds more than its packets');
  const track = within(index, 'trak');
  return { path, from: data.from, sizes, times: times.map((time) => time / scale), track };
}
