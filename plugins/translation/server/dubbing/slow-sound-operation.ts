import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { slowedTime, slowStretchSchema, type SlowStretch } from '#core/contract/slow-stretches.ts';
import { defineOperation } from '#core/server/services/media/operation.ts';
import { SOUND_FILE } from '#core/server/services/media/operations/sound-source.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';
import { SAMPLE_RATE } from '#core/server/services/media/sound/common-sound.ts';
import { BLOCK, lendAgain, spareBlock, type Blocks } from '#core/server/services/media/sound/sound-blocks.ts';
import { addSound, type PlacedSound } from '#core/server/services/media/sound/sound-layer.ts';
import { CHANNELS, openWav, writeWav, type WavFile } from '#core/server/services/media/sound/wav-file.ts';

import { inSeconds } from './slow-seconds.ts';

/** Samples in which one piece goes over into the next. */
const OVER = 480;
/** Seconds behind a piece that are read with it, for that. */
const BEHIND = 0.05;
/** Pieces that one process makes. */
const TOGETHER = 24;

/**
 * A sound, some stretches of which are slower at the same pitch, as spoken lines are made faster: its input and its
 * output are one {@link SOUND_FILE} each. Each stretch is made by itself and laid at its sample, so that what follows is
 * never late.
 */
export const slowSoundOperation = defineOperation({
  ...{ name: 'translation.slow-sound', version: 1, params: z.strictObject({ stretches: z.array(slowStretchSchema) }) },
  cost: ({ stretches }) => 0.5 + stretches.length * 0.05,
  async build({ runner, inputs: [input], folder, signal }, { stretches }) {
    if (input === undefined) throw new TypeError('translation.slow-sound: takes a sound');
    const path = join(input, SOUND_FILE);
    const whole = await openWav(path);
    try {
      const pieces = piecesOf(inSeconds(stretches), whole.length);
      await makeSlower(runner, path, pieces, { folder, signal });
      const length = pieces.at(-1)?.until ?? 0;
      await writeWav(join(folder, SOUND_FILE), length, joined(pieces, { whole, folder, length }, signal));
      await Promise.all(pieces.flatMap(({ file }) => (file === null ? [] : [rm(join(folder, file))])));
    } finally {
      await whole.close();
    }
  },
});

/** A part of a sound; moments are samples of one channel. */
interface Piece {
  /** Where it begins in the sound as it was, and where it begins and ends in the slower one. */
  from: number;
  at: number;
  until: number;
  factor: number;
  /** What it is written to; null where it is as it was. */
  file: string | null;
  isLast: boolean;
}

function piecesOf(stretches: readonly SlowStretch[], length: number): Piece[] {
  const moment = (seconds: number): number => Math.min(length, Math.round(seconds * SAMPLE_RATE));
  const slowed = (at: number): number => Math.round(slowedTime(stretches, at / SAMPLE_RATE) * SAMPLE_RATE);
  const ends: { to: number; factor: number }[] = [];
  for (const { from, to, factor } of stretches) ends.push({ to: moment(from), factor: 1 }, { to: moment(to), factor });
  ends.push({ to: length, factor: 1 });
  const pieces: Piece[] = [];
  let from = 0;
  for (const { to, factor } of ends) {
    if (to <= from) continue;
    const file = factor === 1 ? null : `piece-${pieces.length}.wav`;
    pieces.push({ from, at: slowed(from), until: slowed(to), factor, file, isLast: to === length });
    from = to;
  }
  return pieces;
}

async function makeSlower(
  runner: MediaRunner,
  path: string,
  pieces: readonly Piece[],
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<void> {
  const slower = pieces.filter(({ file }) => file !== null);
  for (let first = 0; first < slower.length; first += TOGETHER) {
    const made = slower.slice(first, first + TOGETHER);
    await runner.ffmpeg({
      ...{ cwd: folder, signal, nice: 10 },
      args: [
        '-y',
        ...made.flatMap(({ from, at, until, factor }) => [
          ...['-ss', (from / SAMPLE_RATE).toFixed(6)],
          ...['-t', ((until - at) / factor / SAMPLE_RATE + BEHIND).toFixed(6), '-i', path],
        ]),
        ...made.flatMap(({ at, until, factor, file }, input) => [
          ...['-map', `${input}:a`, '-af'],
          `atempo=${(1 / factor).toFixed(6)},apad,atrim=end_sample=${until - at + OVER}`,
          ...['-c:a', 'pcm_s16le', '-f', 'wav', file ?? ''],
        ]),
      ],
    });
  }
}

/** The pieces one after the other, each going over into the next. */
async function* joined(
  pieces: readonly Piece[],
  { whole, folder, length }: { whole: WavFile; folder: string; length: number },
  signal: AbortSignal,
): Blocks {
  const [memory, scratch] = [spareBlock(), spareBlock()];
  const waiting = [...pieces];
  const open: PlacedSound[] = [];
  const place = async (piece: Piece): Promise<PlacedSound> => {
    const { from, at, until, file, isLast } = piece;
    const wav = file === null ? partOf(whole, from) : await openWav(join(folder, file));
    const lasts = until - at + (isLast ? 0 : OVER);
    return { wav, at, length: lasts, volume: 1, fadeIn: at === 0 ? 0 : OVER, fadeOut: isLast ? 0 : OVER };
  };
  try {
    for (let start = 0; start < length; start += BLOCK) {
      signal.throwIfAborted();
      const count = Math.min(BLOCK, length - start) * CHANNELS;
      const block = memory.subarray(0, count).fill(0);
      const own = new Int16Array(scratch.buffer, 0, count);
      for (let next = waiting[0]; next !== undefined && next.at < start + BLOCK; next = waiting[0]) {
        open.push(await place(next));
        waiting.shift();
      }
      for (const piece of open) await addSound(block, start, piece, own);
      for (const piece of open.filter((each) => each.at + each.length <= start + BLOCK)) {
        open.splice(open.indexOf(piece), 1);
        await piece.wav.close();
      }
      yield block;
    }
    lendAgain([memory, scratch]);
  } finally {
    await Promise.all(open.map(({ wav }) => wav.close()));
  }
}

/** A sound from a moment on; whoever opened all of it closes it. */
const partOf = (whole: WavFile, from: number): WavFile => ({
  length: whole.length - from,
  read: (at, into) => whole.read(from + at, into),
  close: () => Promise.resolve(),
});
