import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ExpectedError, fail } from '#core/contract/errors.ts';
import { pictureSource } from '#core/server/services/media/cut/picture-source.ts';
import type { Material } from '#core/server/services/media/inspect-material.ts';
import { readFingerprint } from '#core/server/services/media/footage/fingerprint-file.ts';
import type { Media } from '#core/server/services/media/media.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { derivativesNode } from '#core/server/services/media/operations/derivatives.ts';
import { materialNode, readMaterial } from '#core/server/services/media/operations/material.ts';
import { POSTER_FILE, posterNode } from '#core/server/services/media/operations/poster.ts';
import { findTellingPicture } from '#core/server/services/media/telling-picture.ts';
import { SPRITE_FILES, spriteNode } from '#core/server/services/media/operations/sprite.ts';
import { WAVEFORM_FILE } from '#core/server/services/media/operations/waveform.ts';

import type { PreparationInput, Prepared } from './prepared.ts';
import { cellSize, posterSize } from './sizes.ts';
import { makeWaveform, PEAKS, readWaveform } from './waveform.ts';

const MAX_SECONDS = 7200;
const SPRITE_COUNT = 60;
/** Pictures a second that a short clip's sheet has: more would show the same. */
const SPRITE_RATE = 5;
/** Up to so many pixels in all frames together a sheet is made of every frame: ten seconds in full HD. */
const EVERY_FRAME_PIXELS = 5e8;

/**
 * Looks at a video: how long and large it is, a still picture, a sheet for scrubbing, the outline of its sound.
 * @throws what {@link materialNode} refuses
 */
export async function inspectVideo(media: Media, input: PreparationInput): Promise<Prepared> {
  const { path, hash, name, work, signal, progress } = input;
  // A clip below a second is refused where it is mixed, not here.
  const source: NodeSource = { hash, name, read: (use) => use(path) };
  // Kept, so that whoever uses the video need not look again.
  const look = materialNode(media.runner, source);
  const material = await media.graph.make([look], ([folder = '']) => readMaterial(folder, name, { minSeconds: 0 }), {
    signal,
  });
  progress(0.3);
  const poster = join(work, 'poster.jpg');
  let shown: Promise<NodeSource> | undefined;
  // Reads the whole file, which most short clips can do without.
  const pictures = () => (shown ??= pictureSource(source, material.video));
  const { facts, sheet, footage, ...made } = await makeSheet(media, { source, pictures }, material, {
    ...{ work, poster, signal },
  });
  progress(0.7);
  const telling = await findTellingPicture(sheet, facts);
  // A picture of the sheet is what is shown in the middle of its stretch; before that there may be a cut. The stretches
  // of a short clip are no longer than what its poster is chosen from.
  const at = telling.at === 0 && footage !== null ? 0 : (telling.at + 0.5) * facts.secondsEach;
  if (at > 0 || !made.hasPoster) await makePoster(media, await pictures(), material, { at, to: poster, signal });
  progress(0.9);
  return {
    seconds: material.duration,
    width: material.video.displayWidth,
    height: material.video.displayHeight,
    codecs: { pictures: material.video.codec, sound: material.audio?.codec ?? null },
    poster: { path: poster, type: 'image/jpeg' },
    sprite: { path: sheet, type: 'image/jpeg', facts },
    footage,
    peaks: material.audio === null ? null : (made.peaks ?? (await outline(media, input))),
  };
}

/** A sound that cannot be decoded leaves the picture as good as it is. */
async function outline(media: Media, input: PreparationInput): Promise<string | null> {
  try {
    return (await makeWaveform(media, input, MAX_SECONDS)).peaks;
  } catch (error) {
    if (error instanceof ExpectedError && error.code === 'core:media.broken') return null;
    throw error;
  }
}

async function makePoster(
  media: Media,
  source: NodeSource,
  { video }: Material,
  { at, to, signal }: { at: number; to: string; signal: AbortSignal },
): Promise<void> {
  const { width } = posterSize(video.displayWidth, video.displayHeight);
  // Some have no frame as late as the sheet repeats the last one.
  for (const time of at > 0 ? [at, 0] : [0]) {
    const node = posterNode(media.runner, { source, video, at: time, width });
    if (await media.graph.make([node], ([folder = '']) => copied(join(folder, POSTER_FILE), to), { signal })) return;
  }
  fail('core:media.broken', { file: source.name }, { kind: 'invalid' });
}

/**
 * Makes the sheet, and of a short clip what the same decoding yields: what it shows, the poster of its beginning and the
 * outline of its sound.
 * @param from `pictures`: the same for all files that show the same
 */
async function makeSheet(
  media: Media,
  { source, pictures }: { source: NodeSource; pictures(): Promise<NodeSource> },
  { video, audio, duration: seconds, frames }: Material,
  { work, poster, signal }: { work: string; poster: string; signal: AbortSignal },
) {
  const sheet = join(work, 'sprite.jpg');
  const count = Math.min(SPRITE_COUNT, Math.max(1, Math.ceil(seconds * SPRITE_RATE)));
  const size = cellSize(video.displayWidth, video.displayHeight);
  const isShort = video.width * video.height * frames <= EVERY_FRAME_PIXELS;
  const sprite = { video, seconds, count, ...size };
  const node = isShort
    ? derivativesNode(media.runner, {
        sprite: { ...sprite, source },
        posterWidth: posterSize(video.displayWidth, video.displayHeight).width,
        sound: audio === null ? null : { peaks: PEAKS, mostSeconds: MAX_SECONDS },
      })
    : spriteNode(media.runner, { ...sprite, source: await pictures() });
  const made = await media.graph.make(
    [node],
    async ([folder = '']) => ({
      hasSheet: await copied(join(folder, SPRITE_FILES.sheet), sheet),
      hasPoster: await copied(join(folder, POSTER_FILE), poster),
      footage: isShort ? await readFingerprint(join(folder, SPRITE_FILES.footage)) : null,
      peaks: existsSync(join(folder, WAVEFORM_FILE)) ? (await readWaveform(folder)).peaks : null,
    }),
    { signal },
  );
  if (!made.hasSheet) fail('core:media.broken', { file: source.name }, { kind: 'invalid' });
  const facts = { columns: 10, rows: Math.ceil(count / 10), ...size, count, secondsEach: seconds / count };
  return { ...made, sheet, facts };
}

/** Whether there was something to copy: of a video without a frame at that time nothing is made. */
async function copied(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}
