import { join } from 'node:path';

import type { BenchOutput } from './plain-ffmpeg.ts';

/** The profile and arguments with which melt makes the same video, with the product's encoder settings. */
export function meltScript(
  video: BenchOutput,
  options: { folder: string; music: string; profile: string; output: string },
): { profile: string; args: string[] } {
  const profile = [
    ...['description=portrait', 'frame_rate_num=30', 'frame_rate_den=1', 'width=1080', 'height=1920', 'progressive=1'],
    ...[
      'sample_aspect_num=1',
      'sample_aspect_den=1',
      'display_aspect_num=9',
      'display_aspect_den=16',
      'colorspace=709',
      '',
    ],
  ].join('\n');
  const clips = video.shots.flatMap(({ material, start, end }) => [
    join(options.folder, material),
    `in=${Math.round(start * 30)}`,
    `out=${Math.round(end * 30) - 1}`,
  ]);
  const frames = video.shots.reduce((sum, { start, end }) => sum + Math.round((end - start) * 30), 0);
  const args = [
    ...['-profile', options.profile, ...clips],
    ...['-track', options.music, 'in=0', `out=${frames - 1}`, '-attach', 'volume', 'gain=0.2'],
    ...['-transition', 'mix', 'a_track=0', 'b_track=1', 'combine=1'],
    ...[
      '-consumer',
      `avformat:${options.output}`,
      'vcodec=libx264',
      'preset=veryfast',
      'crf=21',
      'g=250',
      'acodec=aac',
      'ab=256k',
      'terminate_on_pause=1',
    ],
  ];
  return { profile, args };
}
