import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { MediaRunner } from '#core/server/services/media/runner.ts';

import { makeClip, makeHugeClip } from '../media/media-kit.ts';

const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

/** Makes files that no video can be mixed of. @returns their names, each with the code that refuses it */
export async function makeBadFiles(runner: MediaRunner, into: string): Promise<Record<string, string>> {
  const clip = (...args: string[]) => makeClip(runner, into, ...args);
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=64x64:r=25:d=2'];
  await writeFile(join(into, 'text.mp4'), 'hello, I am not a video\n');
  await writeFile(join(into, 'hls.mp4'), '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n../1/1.mp4\n#EXT-X-ENDLIST\n');
  await writeFile(join(into, 'concat.mp4'), "ffconcat version 1.0\nfile '../1/1.mp4'\n");
  await writeFile(join(into, 'empty.mp4'), '');
  await clip(...picture, ...x264, '-movflags', '+faststart', 'truncated.mp4');
  await truncate(join(into, 'truncated.mp4'), Math.floor((await readFile(join(into, 'truncated.mp4'))).length * 0.6));
  await clip(...picture, ...x264, '-t', '0.5', 'half.mp4');
  await clip(...picture, ...x264, '-frames:v', '0', 'no-frames.mp4').catch(() => undefined);
  await clip('-f', 'lavfi', '-i', 'sine=d=2', '-c:a', 'aac', 'no-video.mp4');
  await clip(...picture, ...Array.from({ length: 20 }, () => ['-map', '0:v']).flat(), ...x264, 'streams.mp4');
  await makeHugeClip(runner, into);
  await clip('-f', 'lavfi', '-i', 'color=gray:s=16x16:r=1/10:d=28800', ...x264, 'eight-hours.mp4');
  await clip(...picture, ...x264, '-output_ts_offset', '900000', 'absurd.mkv');
  return {
    'text.mp4': 'not-video',
    'hls.mp4': 'not-video',
    'concat.mp4': 'not-video',
    'empty.mp4': 'empty',
    'truncated.mp4': 'truncated',
    'half.mp4': 'too-short',
    'no-video.mp4': 'sound-only',
    'streams.mp4': 'too-many-streams',
    'huge.mov': 'too-large-picture',
    'eight-hours.mp4': 'too-long',
    'absurd.mkv': 'absurd-times',
  };
}
