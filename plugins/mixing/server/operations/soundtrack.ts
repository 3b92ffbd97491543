import { createDucking } from '#plugins/mixing/ducking.ts';

import { writeLevelled } from '#core/server/services/media/sound/level-sound.ts';
import { BLOCK, lendAgain, spareBlock, type Blocks } from '#core/server/services/media/sound/sound-blocks.ts';
import { addSound, type PlacedSound } from '#core/server/services/media/sound/sound-layer.ts';
import { CHANNELS, openWav, type WavFile } from '#core/server/services/media/sound/wav-file.ts';
import { SAMPLE_RATE, samplesOf } from '#core/server/services/media/sound/common-sound.ts';

/** The sound of one shot, in playing order. */
export interface ShotSound {
  /** A WAV covering the whole shot, blended frames included. */
  path: string;
  /** 0 mutes it. */
  volume: number;
  /** Frames that it shares with the next shot; both fade over them. */
  blendAfter: number;
}

/** Background music of an output. */
export interface MusicTrack {
  /** A WAV at 48 kHz stereo, repeated until the picture ends. */
  path: string;
  /** 1 plays the file at its original level. */
  volume: number;
  /** Seconds. */
  fadeIn: number;
  fadeOut: number;
  /** Whether it gets quieter while somebody speaks (or, without a voice, while the shots have sound). */
  duck: boolean;
}

export interface SoundtrackOptions {
  shots: readonly ShotSound[];
  /** Length of the picture in frames. */
  frames: number;
  fps: number;
  music?: MusicTrack;
  speech?: { path: string; volume: number };
}

/**
 * Mixes an output's sound (shots, music and voice), brings it to −14 LUFS with true peaks below −1 dB, and
 * writes it as a WAV of exactly the picture's length. A short mix is kept for the second pass; a long one is mixed
 * again, so that an hour needs no more memory than minutes.
 * @returns the loudness range of the mix in LU
 */
export async function makeSoundtrack(options: SoundtrackOptions, path: string, signal?: AbortSignal): Promise<number> {
  return await writeLevelled(() => mixSound(options, signal), samplesOf(options.frames, options.fps), path);
}

/**
 * The mix before its loudness is set, in blocks of interleaved left and right; the sum of layers may exceed ±1.
 * A block is valid until the next one is requested.
 */
export async function* mixSound(options: SoundtrackOptions, signal?: AbortSignal): Blocks {
  const { frames, fps, music } = options;
  const length = samplesOf(frames, fps);
  const opened: WavFile[] = [];
  const open = async (path: string) => {
    const wav = await openWav(path);
    opened.push(wav);
    return wav;
  };
  try {
    const shots = await placeShots(options, open);
    const speech = await placeSpeech(options, open, length);
    const tune = await placeMusic(options, open, length);
    const duck = music?.duck === true ? createDucking() : undefined;
    const [ducked, heard] = duck === undefined ? [[], []] : [tune, speech.length > 0 ? speech : shots];
    const others = [...shots, ...speech, ...tune].filter((sound) => !ducked.includes(sound) && !heard.includes(sound));
    const blocks = [others, heard, ducked].map((sounds) => ({
      ...{ sounds, memory: spareBlock(), scratch: spareBlock() },
    }));
    for (let start = 0; start < length; start += BLOCK) {
      signal?.throwIfAborted();
      const count = Math.min(BLOCK, length - start) * CHANNELS;
      const [sum = NOTHING, key = NOTHING, music = NOTHING] = await Promise.all(
        blocks.map(async ({ sounds, memory, scratch }) => {
          const block = memory.subarray(0, count).fill(0);
          for (const sound of sounds) await addSound(block, start, sound, new Int16Array(scratch.buffer, 0, count));
          return block;
        }),
      );
      if (duck !== undefined) {
        duck(music, key);
        addUp(sum, key, music);
      }
      yield sum;
    }
    // Not after a failure: one sound may still be read while another one's has failed.
    lendAgain(blocks.flatMap(({ memory, scratch }) => [memory, scratch]));
  } finally {
    await Promise.all(opened.map((wav) => wav.close()));
  }
}

const NOTHING = new Float32Array();

function addUp(sum: Float32Array, one: Float32Array, two: Float32Array): void {
  for (let index = 0; index < sum.length; index++) {
    sum[index] = (sum[index] ?? 0) + (one[index] ?? 0) + (two[index] ?? 0);
  }
}

type Open = (path: string) => Promise<WavFile>;

async function placeShots({ shots, fps }: SoundtrackOptions, open: Open): Promise<PlacedSound[]> {
  const placed: PlacedSound[] = [];
  let at = 0;
  let fadeIn = 0;
  for (const [index, { path, volume, blendAfter }] of shots.entries()) {
    const wav = await open(path);
    const fadeOut = index === shots.length - 1 ? 0 : samplesOf(blendAfter, fps);
    placed.push({ wav, at, length: wav.length, volume, fadeIn, fadeOut });
    at += wav.length - fadeOut;
    fadeIn = fadeOut;
  }
  return placed;
}

async function placeSpeech({ speech }: SoundtrackOptions, open: Open, length: number): Promise<PlacedSound[]> {
  if (speech === undefined) return [];
  return [{ wav: await open(speech.path), at: 0, length, volume: speech.volume, fadeIn: 0, fadeOut: 0 }];
}

async function placeMusic({ music }: SoundtrackOptions, open: Open, length: number): Promise<PlacedSound[]> {
  if (music === undefined) return [];
  const [fadeIn, fadeOut] = [music.fadeIn, music.fadeOut].map((seconds) =>
    Math.min(length, Math.round(seconds * SAMPLE_RATE)),
  );
  const wav = await open(music.path);
  return [{ wav, at: 0, length, volume: music.volume, fadeIn: fadeIn ?? 0, fadeOut: fadeOut ?? 0, loop: true }];
}
