import { AssertionError } from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ExpectedError } from '#core/contract/errors.ts';
import type { CaptionTrack } from '#plugins/mixing/captions.ts';
import type { Fit, Picture } from '#core/contract/picture.ts';
import { shownFrames } from '#core/contract/shown-frames.ts';

import { fingerprintOf } from '#core/server/services/media/footage/fingerprint.ts';
import { FINGERPRINT_FORMAT, writeFingerprint } from '#core/server/services/media/footage/fingerprint-file.ts';
import { FOOTAGE_RATE, SMALL_FILTER } from '#core/server/services/media/footage/small-frames.ts';
import type { AppliedEffect } from '#core/server/services/media/effect-registry.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { isVariable, rhythmOf, type MediaInfo } from '#core/server/services/media/media-info.ts';
import type { RenderNode } from '#core/server/services/media/render-graph.ts';
import { inspectedInput, type MediaRunner } from '#core/server/services/media/runner.ts';
import { assDocument } from '../captions/ass-document.ts';
import { clipBranches, wholeClip } from './clip-branches.ts';
import { effectFilters, effectKey, withEffect } from './clip-effect.ts';
import { FADE, soundFilter } from './clip-sound.ts';
import { seekTo } from './seek-to.ts';
import {
  clearCopy,
  copyOutputs,
  decodedFrom,
  planCopy,
  type PictureCopy,
  type PictureSource,
} from '#core/server/services/media/operations/copy-pictures.ts';
import { formatDifferences } from '#core/server/services/media/operations/format-differences.ts';
import { joinCopy } from '#core/server/services/media/operations/join-copy.ts';
import { clockFilter, evenFilter, pictureFilter } from '#core/server/services/media/operations/picture-filter.ts';
import {
  INTERMEDIATE_ENCODER,
  SEGMENT_FORMAT,
  segmentEncoder,
} from '#core/server/services/media/operations/segment-encoder.ts';
import { readShot, readShotTogether, type ShotToRead } from '#core/server/services/media/operations/read-shots.ts';
import { readSource } from '#core/server/services/media/operations/read-source.ts';
import { samplesOf } from '#core/server/services/media/sound/common-sound.ts';
import { measureWav } from '#core/server/services/media/sound/measure-wav.ts';
import { stretchWav } from './stretch-wav.ts';
import { verifySegment } from '#core/server/services/media/operations/verify-segment.ts';

/** Files in the output folder of a clip node. */
export const CLIP_FILES = {
  /** The segment without the frames that transitions blend. */
  body: 'body.mp4',
  /** Frames that the transition before it blends, lossless; absent when there is none. */
  head: 'head.nut',
  /** Frames that the transition after it blends, lossless; absent when there is none. */
  tail: 'tail.nut',
  /** Sound of the whole clip, blended frames included: 48 kHz stereo, 16 bit. */
  sound: 'sound.wav',
  /** Integrated loudness of that sound in LUFS. */
  loudness: 'sound.loudness',
  /** Fingerprint of the footage of the whole clip. */
  footage: 'clip.footage',
} as const;

export interface ClipOptions {
  source: NodeSource;
  /** The inspected material. */
  info: MediaInfo;
  /** Seconds of the material. */
  window: { start: number; end: number };
  picture: Picture;
  fit: Fit;
  /** 0.5 to 2; 2 plays twice as fast. */
  speed: number;
  mirror: boolean;
  /** Frames that the transitions before and after take from this clip; 0 for a hard cut. */
  blend: { before: number; after: number };
  /** Captions to burn in; their times are seconds of the clip as it plays. */
  captions: readonly CaptionTrack[];
  /** What a plugin does to its pictures, before captions are burned in. */
  effect?: AppliedEffect;
}

/** Reads how loud the sound of a clip is, in LUFS. @param folder the output of a clip node */
export async function clipLoudness(folder: string): Promise<number> {
  return Number(await readFile(join(folder, CLIP_FILES.loudness), 'utf8'));
}

/** The number of frames in a stretch of material at the output's rate. */
export function clipFrames(window: { start: number; end: number }, speed: number, fps: number): number {
  return Math.round(((window.end - window.start) / speed) * fps);
}

/** Files while a clip is built: its sound at the speed of its recording, and its frames, small. */
const [RECORDED, SMALL_FRAMES] = ['recorded.wav', 'small.gray'];

/** A sound as the engine keeps it. */
const WAV = ['-c:a', 'pcm_s16le', '-f', 'wav'];

/**
 * The node of one shot variant: a stretch of a material, converted to the output's picture format and encoded
 * once so that it can be joined to others without re-encoding. Fingerprint and sound come from the same decode.
 */
export function clipNode(runner: MediaRunner, options: ClipOptions): RenderNode {
  const { source, info, window, picture, speed, blend, effect } = options;
  const video = info.video;
  if (video === null) {
    throw new TypeError('clipNode: source has no picture');
  }
  const frames = clipFrames(window, speed, picture.fps);
  const bodyFrames = frames - blend.before - blend.after;
  if (bodyFrames < 1) {
    throw new TypeError(
      `clipNode: ${frames} frames leave no body between transitions of ${blend.before} and ${blend.after}`,
    );
  }
  const captions = options.captions.filter((track) => track.events.length > 0);
  const { fit, mirror } = options;
  // With a variable frame rate, the frame visible at the start may be long before it.
  const early = window.start > 0 && isVariable(video);
  const rhythm = rhythmOf(info, video);
  const { lead, moment } = shownFrames({ rhythm, start: window.start, speed, fps: picture.fps, frames });
  // In the clock of what is read, which begins at the lead.
  const first = lead + moment;
  // Where nothing touches the pictures, those that need not be encoded are copied.
  const fits = formatDifferences(info, picture).length === 0;
  const mayCopy =
    fits && frames === bodyFrames && speed === 1 && !mirror && captions.length === 0 && effect === undefined;
  const firstShown = Math.floor((window.start + moment - (video.startTime - info.startTime)) * picture.fps + 1e-6);
  const samples = samplesOf(frames, picture.fps);
  const isStretched = info.audio !== null && speed !== 1;

  return {
    operation: 'clip',
    params: {
      format: SEGMENT_FORMAT,
      footage: FINGERPRINT_FORMAT,
      window,
      picture,
      fit,
      speed,
      mirror,
      blend,
      captions,
      ...(mayCopy ? { copy: 3 } : {}),
      ...effectKey(effect),
    },
    inputs: [],
    sources: [source.hash],
    weight: frames * picture.width * picture.height * 2e-8 + (effect?.cost ?? 0),
    together: mayCopy,
    async build(work) {
      const { folder } = work;
      const branches = clipBranches({ frames, blend, fps: picture.fps, isOpen: effect !== undefined });
      if (captions.length > 0) {
        await writeFile(join(folder, 'captions.ass'), assDocument(captions, picture.width, picture.height));
      }
      const burned = captions.length > 0 ? ['ass=captions.ass'] : [];
      const whole = [...wholeClip(frames, picture.fps), ...effectFilters(effect, frames), ...burned];
      const graphAt = (input: number, { label, first: from }: PictureSource) => [
        `${label}split[shown][footage]`,
        // As it was filmed: bars, captions and mirroring are style and do not make it different footage.
        `[footage]${[
          clockFilter(from, speed),
          `fps=${FOOTAGE_RATE}:start_time=0:round=up`,
          `trim=end_frame=${Math.ceil((frames * FOOTAGE_RATE) / picture.fps)}`,
          SMALL_FILTER,
        ].join(',')}[small${input}]`,
        mayCopy
          ? `[shown]${evenFilter(from, picture)}[picture]`
          : pictureFilter(video, { picture, fit, speed, mirror, early, first: from }, '[shown]', '[picture]'),
        `[picture]${[...whole, `split=${branches.length}`].join(',')}${branches.map(({ name }) => `[split_${name}]`).join('')}`,
        ...branches.map(({ name, filter }) => `[split_${name}]${filter}[${name}${input}]`),
        soundFilter(info, { input, lead, speed, samples }),
      ];
      /** @param copy what is copied of the shot, whose body is encoded otherwise */
      const readingOf = (path: string, copy?: PictureCopy): ShotToRead => ({
        ...{ folder, frames, signal: work.signal },
        argumentsAt(input) {
          const inMaterial = { label: `[${input}:${video.index}]`, first };
          const copied = copy && copyOutputs(copy, picture, { shown: `[body${input}]`, input, stream: video.index });
          return {
            inputs: [
              ...['-threads', '1', ...(early ? ['-noaccurate_seek'] : []), ...seekTo(info, window.start - lead)],
              ...(early ? [] : ['-t', (window.end - window.start + lead + 1).toFixed(6)]),
              ...inspectedInput(path, info),
              ...(copied?.inputs ?? []),
            ],
            graph: [
              ...graphAt(input, copy === undefined ? inMaterial : decodedFrom(copy, inMaterial, input)),
              ...(copied?.graph ?? []),
            ],
            outputs: [
              ...(copied?.outputs ?? encodedAs(`[body${input}]`, segmentEncoder(picture), CLIP_FILES.body)),
              ...(blend.before > 0 ? encodedAs(`[head${input}]`, INTERMEDIATE_ENCODER, CLIP_FILES.head) : []),
              ...(blend.after > 0 ? encodedAs(`[tail${input}]`, INTERMEDIATE_ENCODER, CLIP_FILES.tail) : []),
              ...encodedAs(`[sound${input}]`, WAV, isStretched ? RECORDED : CLIP_FILES.sound),
              ...encodedAs(`[small${input}]`, ['-fps_mode', 'passthrough', '-f', 'rawvideo'], SMALL_FRAMES),
            ],
          };
        },
      });
      const encodedAs = (label: string, encoder: readonly string[], file: string) => [
        ...['-map', label, ...encoder, join(folder, file)],
      ];
      const copy = async (): Promise<boolean> => {
        const at = { folder, picture, signal: work.signal };
        const shot = { first: firstShown, last: firstShown + frames };
        const plan = await source.read((path) => planCopy(runner, { ...at, path, shot }));
        if (plan === null) return false;
        const log = await readSource(source, (path) => readShotTogether(runner, readingOf(path, plan)));
        await joinCopy(runner, plan, { ...at, log, begins: first, file: CLIP_FILES.body });
        return true;
      };
      if (!(mayCopy && (await succeeds(copy)))) {
        const report = (seconds: number) => work.progress(Math.min(1, (seconds * picture.fps) / frames));
        const encode = async () => {
          await readSource(source, (path) => readShot(runner, readingOf(path), report));
          await verifySegment(folder, CLIP_FILES.body, bodyFrames, picture);
        };
        const files = {
          body: CLIP_FILES.body,
          tail: blend.after > 0 ? CLIP_FILES.tail : null,
          tailFrames: blend.after,
        };
        await withEffect(runner, effect, encode, { folder, picture, frames, signal: work.signal, ...files });
      }
      await clearCopy(folder);
      if (isStretched) {
        const recorded = join(folder, RECORDED);
        await stretchWav(recorded, join(folder, CLIP_FILES.sound), { speed, length: samples, fade: FADE });
        await rm(recorded);
      }
      const { integrated } = await measureWav(join(folder, CLIP_FILES.sound));
      await writeFile(join(folder, CLIP_FILES.loudness), String(integrated));
      const small = join(folder, SMALL_FRAMES);
      await writeFingerprint(join(folder, CLIP_FILES.footage), fingerprintOf(await readFile(small)));
      await rm(small);
    },
  };
}

/** Whether copying came to its end. What cannot be proven safe is encoded, and so is what the tools refuse. */
async function succeeds(copy: () => Promise<boolean>): Promise<boolean> {
  try {
    return await copy();
  } catch (error) {
    const isUnfit = error instanceof AssertionError || error instanceof RangeError;
    if (isUnfit || (error instanceof ExpectedError && error.code === 'core:media.broken')) return false;
    throw error;
  }
}
