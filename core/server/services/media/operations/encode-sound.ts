import assert from 'node:assert/strict';
import { join } from 'node:path';

import type { MediaRunner } from '../runner.ts';
import { workTogetherOn } from '../work-together.ts';

/**
 * AAC at 256 kbit/s, because platforms warn of less, and encode anew whatever they get. Both sides on their own: looking
 * at every moment whether their sum and difference take less would be half of the encoding, and at this rate nobody
 * hears what it gains. Nor is one side made of the other at high pitches, or noise put in place of noise, or shaped in
 * time, which saves bits where they are few.
 */
export const SOUND_ENCODER = [
  ...['-c:a', 'aac', '-aac_coder', 'fast', '-aac_ms', '0', '-aac_is', '0', '-aac_pns', '0', '-aac_tns', '0'],
  ...['-b:a', '256k'],
];

/** Files that {@link encodeSound} writes. */
export const SOUND_FILES = { sound: 'assembled.m4a', fingerprint: 'assembled.chromaprint' } as const;

/** A sound, and where its files go. */
export interface SoundToEncode {
  /** A WAV. */
  sound: string;
  folder: string;
  signal?: AbortSignal;
}

/** Sounds that one process encodes at most: starting it takes a fifth of encoding half a minute. */
const MOST_TOGETHER = 4;

/** Milliseconds that a sound waits for others, which are mixed side by side and ready at nearly the same time. */
const PATIENCE = 100;

/**
 * Encodes a sound and its Chromaprint. Those that wait while a process encodes others are encoded by the next one
 * together, each by itself: what comes out is the same.
 * @throws AssertionError when ffmpeg warned; what {@link MediaRunner.ffmpeg} throws
 */
export const encodeSound = workTogetherOn<MediaRunner, SoundToEncode, void>((runner) => ({
  // One core is left for mixing what comes next.
  atOnce: Math.max(1, runner.slots - 1),
  most: MOST_TOGETHER,
  patience: PATIENCE,
  work: (sounds, signal) => encode(runner, sounds, signal),
}));

async function encode(runner: MediaRunner, sounds: readonly SoundToEncode[], signal?: AbortSignal): Promise<void> {
  const { log } = await runner.ffmpeg({
    cwd: sounds[0]?.folder ?? '',
    signal,
    nice: 10,
    // A video whose shots are there is finished before more shots are made.
    brief: true,
    args: [
      // What was left by an attempt together with others.
      '-y',
      ...sounds.flatMap(({ sound }) => ['-i', sound]),
      ...sounds.flatMap(({ folder }, input) => [
        ...['-map', `${input}:a`, ...SOUND_ENCODER, '-ar', '48000', '-threads', '1'],
        ...['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact'],
        ...['-f', 'mp4', join(folder, SOUND_FILES.sound)],
        // Resampled to Chromaprint's own format here, where it costs half as much.
        ...['-map', `${input}:a`, '-ac', '1', '-ar', '11025', '-f', 'chromaprint', '-fp_format', 'raw'],
        join(folder, SOUND_FILES.fingerprint),
      ]),
    ],
  });
  assert.doesNotMatch(log, /non[- ]monoton|Invalid|invalid|missing|corrupt/, `encoding warned: ${log.slice(-400)}`);
}
