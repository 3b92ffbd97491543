import { join } from 'node:path';

import type { Picture } from '#core/contract/picture.ts';
import { shownFrames } from '#core/contract/shown-frames.ts';
import { isVariable, rhythmOf } from '#core/server/services/media/media-info.ts';
import { SOUND_ENCODER } from '#core/server/services/media/operations/encode-sound.ts';
import { pictureFilter } from '#core/server/services/media/operations/picture-filter.ts';
import { segmentEncoder } from '#core/server/services/media/operations/segment-encoder.ts';
import { commonSound } from '#core/server/services/media/sound/common-sound.ts';
import { probe } from '#core/server/services/media/probe.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';

/** One shot as the certificate lists it. */
export interface BenchShot {
  material: string;
  /** Seconds of the material. */
  start: number;
  end: number;
}

/** One output as the certificate lists it. */
export interface BenchOutput {
  shots: BenchShot[];
}

export interface PlainOptions {
  folder: string;
  picture: Picture;
  music: string;
  output: string;
  /** Frames of a fade in every joint; 0 for hard cuts. */
  blend: number;
  /** Another quality than the product's, for a reference. */
  quality?: readonly string[];
}

/** The arguments of one ffmpeg process that makes a whole video in one filter graph, with our encoder settings. */
export async function plainFfmpeg(runner: MediaRunner, video: BenchOutput, options: PlainOptions): Promise<string[]> {
  const { blend, picture: format } = options;
  const inputs: string[] = [];
  const chains: string[] = [];
  const frames: number[] = [];
  for (const [index, each] of video.shots.entries()) {
    const shot = await plainShot(runner, each, index, options);
    frames.push(shot.frames);
    inputs.push(...shot.input);
    chains.push(...shot.chains);
  }
  const [picture, sound] = blend === 0 ? cuts(frames.length) : fades(frames, blend, format.fps);
  const total = frames.reduce((sum, count) => sum + count, 0) - blend * (frames.length - 1);
  chains.push(
    ...picture,
    ...sound,
    `[${frames.length}:a]volume=0.2,${commonSound(2)}[b]`,
    `[joined][b]amix=duration=first:normalize=0,atrim=end_sample=${total * 1600},alimiter[sound]`,
  );
  return [
    ...['-nostdin', '-y', '-v', 'error', ...inputs, '-stream_loop', '-1', '-i', options.music],
    ...[
      '-filter_complex',
      chains.join(';'),
      '-map',
      '[picture]',
      '-map',
      '[sound]',
      ...pictureEncoder(format),
      ...(options.quality ?? ['-crf', '21']),
    ],
    ...[...SOUND_ENCODER, '-movflags', '+faststart', '-f', 'mp4', options.output],
  ];
}

function pictureEncoder(picture: Picture): string[] {
  const encoder = segmentEncoder(picture);
  return encoder.slice(0, encoder.indexOf('-threads:v'));
}

/** One shot as an input: its picture becomes `[v…]`, its sound `[a…]`. */
async function plainShot(
  runner: MediaRunner,
  shot: BenchShot,
  index: number,
  { folder, picture }: Pick<PlainOptions, 'folder' | 'picture'>,
) {
  const path = join(folder, shot.material);
  const info = await probe(runner, path);
  if (info.video === null) {
    throw new Error(`${path} has no picture`);
  }
  const frames = Math.round((shot.end - shot.start) * picture.fps);
  const { fps } = picture;
  const start = { start: shot.start, speed: 1 };
  const { lead, moment } = shownFrames({ rhythm: rhythmOf(info, info.video), ...start, fps, frames });
  const early = shot.start > 0 && isVariable(info.video);
  const look = { picture, fit: 'pad', speed: 1, mirror: false, early, first: lead + moment } as const;
  const even = `tpad=stop_mode=clone:stop_duration=0.5,trim=end_frame=${frames},setpts=N/${fps}/TB,fps=${fps}`;
  const heard = `asetpts=PTS-${lead.toFixed(6)}/TB,atrim=start=0,${commonSound(2)},apad,`;
  return {
    frames,
    input: [
      ...(early ? ['-noaccurate_seek'] : []),
      ...(shot.start > 0 ? ['-ss', (shot.start - lead).toFixed(6)] : []),
      ...['-i', path],
    ],
    chains: [
      pictureFilter(info.video, look, `[${index}:v]`, `[p${index}]`),
      `[p${index}]${even}[v${index}]`,
      `${info.audio === null ? 'anullsrc=r=48000:cl=stereo,' : `[${index}:a]${heard}`}atrim=end_sample=${frames * 1600}[a${index}]`,
    ],
  };
}

/** The arguments of one ffmpeg process that encodes a single shot once, and decodes its sound, on one thread. */
export async function plainShotAlone(
  runner: MediaRunner,
  shot: BenchShot,
  options: Pick<PlainOptions, 'folder' | 'picture' | 'output'>,
): Promise<string[]> {
  const { input, chains } = await plainShot(runner, shot, 0, options);
  return [
    ...['-nostdin', '-y', '-v', 'error', '-threads', '1', ...input],
    ...['-filter_complex_threads', '1', '-filter_complex', chains.join(';')],
    ...['-map', '[v0]', ...pictureEncoder(options.picture), '-threads:v', '1', '-f', 'mp4', options.output],
    ...['-map', '[a0]', '-c:a', 'pcm_s16le', '-f', 'wav', `${options.output}.wav`],
  ];
}

/** The arguments of one ffmpeg process that encodes a video's sound. */
export function plainSound(wav: string, output: string): string[] {
  return ['-nostdin', '-y', '-v', 'error', '-i', wav, ...SOUND_ENCODER, '-threads', '1', '-f', 'mp4', output];
}

function cuts(count: number): [string[], string[]] {
  const list = (name: string) => Array.from({ length: count }, (_, index) => `[${name}${index}]`).join('');
  return [[`${list('v')}concat=n=${count}[picture]`], [`${list('a')}concat=n=${count}:v=0:a=1[joined]`]];
}

function fades(frames: readonly number[], blend: number, fps: number): [string[], string[]] {
  const picture: string[] = [];
  const sound: string[] = [];
  let at = frames[0] ?? 0;
  for (let index = 1; index < frames.length; index++) {
    const last = index === frames.length - 1;
    const offset = (at - blend) / fps;
    picture.push(
      `[${index === 1 ? 'v0' : `x${index - 1}`}][v${index}]xfade=transition=fade:duration=${blend / fps}:offset=${offset},` +
        `setpts=N/${fps}/TB[${last ? 'picture0' : `x${index}`}]`,
    );
    sound.push(
      `[${index === 1 ? 'a0' : `y${index - 1}`}][a${index}]acrossfade=ns=${blend * 1600}:c1=tri:c2=tri[${last ? 'joined' : `y${index}`}]`,
    );
    at += (frames[index] ?? 0) - blend;
  }
  return [[...picture, '[picture0]format=yuv420p[picture]'], sound];
}
