import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { drawOnce } from '#tests/draw-once.ts';

/** Draws small clips that all look different: `groups` folders of `clips` files of `seconds` each. */
export function drawSmallClips(folder: string, groups: number, clips: number, seconds = 1.2): string[] {
  const files: string[] = [];
  for (let group = 0; group < groups; group++) {
    mkdirSync(join(folder, String(group + 1)), { recursive: true });
    for (let clip = 0; clip < clips; clip++) {
      const path = join(folder, String(group + 1), `${clip + 1}.mp4`);
      drawSmallClip(path, group * clips + clip + 1, seconds);
      files.push(path);
    }
  }
  return files;
}

/** Draws one clip: large blocks whose places follow from the seed, and a tone. */
export function drawSmallClip(path: string, seed: number, seconds: number): void {
  drawPicture(path, `${blocks(seed, seconds)},format=yuv420p`, seed, seconds);
}

/** Draws one clip that begins like the clip of one seed and goes on like the clip of another. */
export function drawHalfAlikeClip(path: string, seed: number, other: number, seconds: number): void {
  const [first, second] = [seed, other].map((each) => blocks(each, seconds / 2));
  drawPicture(path, `${first}[a];${second}[b];[a][b]concat=n=2,format=yuv420p`, other, seconds);
}

function blocks(seed: number, seconds: number): string {
  return `color=gray:size=24x32:rate=30:duration=${seconds},noise=alls=100:all_seed=${seed * 7919},scale=180:240:flags=neighbor`;
}

function drawPicture(path: string, picture: string, seed: number, seconds: number): void {
  drawOnce(path, [
    ...['-f', 'lavfi', '-i', picture],
    ...['-f', 'lavfi', '-i', `sine=frequency=${200 + seed * 37}:duration=${seconds}`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac', '-shortest'],
  ]);
}
