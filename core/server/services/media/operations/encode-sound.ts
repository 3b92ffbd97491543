import assert from 'node:assert/strict';
import { join } from 'node:path';

import { throwIfCancelled } from '../abort-error.ts';
import type { MediaRunner } from '../runner.ts';

/**
 * AAC at 256 kbit/s, because platforms warn of less, and encode anew whatever they get. Both sides on their own: looking
 * at every moment whether their sum and difference take less would be half of the encoding, and at this rate nobody
 * hears what it gains. Nor is noise put in place of noise, or shaped in time, which saves bits where they are few.
 */
export const SOUND_ENCODER = [
  ...['-c:a', 'aac', '-aac_coder', 'fast', '-aac_ms', '0', '-aac_pns', '0', '-aac_tns', '0'],
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

interface Waiting extends SoundToEncode {
  settle(error?: unknown): void;
}

const queues = new WeakMap<MediaRunner, { waiting: Waiting[]; running: number }>();

/**
 * Encodes a sound and its Chromaprint. Those that wait while a process encodes others are encoded by the next one
 * together, each by itself: what comes out is the same.
 * @throws AssertionError when ffmpeg warned; what {@link MediaRunner.ffmpeg} throws
 */
export function encodeSound(runner: MediaRunner, sound: SoundToEncode): Promise<void> {
  const queue = queues.get(runner) ?? { waiting: [], running: 0 };
  queues.set(runner, queue);
  // One core is left for mixing what comes next.
  const most = Math.max(1, runner.slots - 1);
  const next = () => {
    while (queue.running < most && queue.waiting.length > 0) {
      queue.running += 1;
      void encodeAll(runner, queue.waiting.splice(0, MOST_TOGETHER)).finally(() => {
        queue.running -= 1;
        next();
      });
    }
  };
  return new Promise((resolve, reject) => {
    const settle = (error?: unknown) => (error === undefined ? resolve() : reject(error as Error));
    queue.waiting.push({ ...sound, settle });
    next();
  });
}

/** Never fails: each sound is told by itself. */
async function encodeAll(runner: MediaRunner, sounds: readonly Waiting[]): Promise<void> {
  const [first] = sounds;
  // Several that are cancelled by different hands are encoded to their end.
  const signal = sounds.every((each) => each.signal === first?.signal) ? first?.signal : undefined;
  try {
    await encode(runner, sounds, signal);
  } catch (error) {
    if (sounds.length === 1 || signal?.aborted === true) for (const each of sounds) each.settle(error);
    // One of them may be the cause.
    else for (const each of sounds) await encodeAll(runner, [each]);
    return;
  }
  for (const each of sounds) {
    try {
      throwIfCancelled(each.signal);
      each.settle();
    } catch (error) {
      each.settle(error);
    }
  }
}

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
