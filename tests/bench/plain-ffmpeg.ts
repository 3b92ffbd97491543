import { join } from 'node:path';

import { pictureOf } from '#core/contract/picture.ts';
import { pictureFilter } from '#core/server/services/media/operations/picture-filter.ts';
import { segmentEncoder } from '#core/server/services/media/operations/segment-encoder.ts';
import { commonSound } from '#core/server/services/media/sound/common-sound.ts';
import { probe } from '#core/server/services/media/probe.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';

/** One output as the certificate lists it. */
export interface BenchOutput {
  shots: { material: string; start: number; end: number }[];
}

export interface PlainOptions {
  folder: string;
  music: string;
  output: string;
  /** Frames of a fade in every joint; 0 for hard cuts. */
  blend: number;
  /** Another quality than the product's, for a reference. */
  quality?: readonly string[];
}

const PICTURE = pictureOf('9:16', 1080);

/** The arguments of one ffmpeg process that makes a whole video in one filter graph, with our encoder settings. */
export async function plainFfmpeg(runner: MediaRunner, video: BenchOutput, options: PlainOptions): Promise<string[]> {
  const { blend } = options;
  const inputs: string[] = [];
  const chains: string[] = [];
  const frames: number[] = [];
  for (const [index, shot] of video.shots.entries()) {
    const path = join(options.folder, shot.material);
    const info = await probe(runner, path);
    if (info.video === null) {
      throw new Error(`${path} has no picture`);
    }
    const count = Math.round((shot.end - shot.start) * PICTURE.fps);
    frames.push(count);
    inputs.push(...(shot.start > 0 ? ['-ss', String(shot.start)] : []), '-i', path);
    const even = `tpad=stop_mode=clone:stop_duration=0.5,trim=end_frame=${count},setpts=N/${PICTURE.fps}/TB,fps=${PICTURE.fps}`;
    chains.push(
      pictureFilter(
        info.video,
        { picture: PICTURE, fit: 'pad', speed: 1, mirror: false },
        `[${index}:v]`,
        `[p${index}]`,
      ),
      `[p${index}]${even}[v${index}]`,
      `${info.audio === null ? 'anullsrc=r=48000:cl=stereo,' : `[${index}:a]${commonSound(2)},apad,`}atrim=end_sample=${count * 1600}[a${index}]`,
    );
  }
  const [picture, sound] = blend === 0 ? cuts(frames.length) : fades(frames, blend);
  const total = frames.reduce((sum, count) => sum + count, 0) - blend * (frames.length - 1);
  chains.push(
    ...picture,
    ...sound,
    `[${frames.length}:a]volume=0.2,${commonSound(2)}[b]`,
    `[joined][b]amix=duration=first:normalize=0,atrim=end_sample=${total * 1600},alimiter[sound]`,
  );
  const encoder = segmentEncoder(PICTURE);
  const settings = encoder.slice(0, encoder.indexOf('-threads:v'));
  return [
    ...['-nostdin', '-y', '-v', 'error', ...inputs, '-stream_loop', '-1', '-i', options.music],
    ...[
      '-filter_complex',
      chains.join(';'),
      '-map',
      '[picture]',
      '-map',
      '[sound]',
      ...settings,
      ...(options.quality ?? ['-crf', '21']),
    ],
    ...['-c:a', 'aac', '-aac_coder', 'fast', '-b:a', '256k', '-movflags', '+faststart', '-f', 'mp4', options.output],
  ];
}

function cuts(count: number): [string[], string[]] {
  const list = (name: string) => Array.from({ length: count }, (_, index) => `[${name}${index}]`).join('');
  return [[`${list('v')}concat=n=${count}[picture]`], [`${list('a')}concat=n=${count}:v=0:a=1[joined]`]];
}

function fades(frames: readonly number[], blend: number): [string[], string[]] {
  const picture: string[] = [];
  const sound: string[] = [];
  let at = frames[0] ?? 0;
  for (let index = 1; index < frames.length; index++) {
    const last = index === frames.length - 1;
    const offset = (at - blend) / PICTURE.fps;
    picture.push(
      `[${index === 1 ? 'v0' : `x${index - 1}`}][v${index}]xfade=transition=fade:duration=${blend / PICTURE.fps}:offset=${offset},` +
        `setpts=N/${PICTURE.fps}/TB[${last ? 'picture0' : `x${index}`}]`,
    );
    sound.push(
      `[${index === 1 ? 'a0' : `y${index - 1}`}][a${index}]acrossfade=ns=${blend * 1600}:c1=tri:c2=tri[${last ? 'joined' : `y${index}`}]`,
    );
    at += (frames[index] ?? 0) - blend;
  }
  return [[...picture, '[picture0]format=yuv420p[picture]'], sound];
}
