import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { drawEachOnce, type Drawing } from '#tests/draw-once.ts';

/** Draws small clips that all look different: `groups` folders of `clips` files of `seconds` each. */
export function drawSmallClips(folder: string, groups: number, clips: number, seconds = 1.2): string[] {
  const drawings: Drawing[] = [];
  for (let group = 0; group < groups; group++) {
    mkdirSync(join(folder, String(group + 1)), { recursive: true });
    for (let clip = 0; clip < clips; clip++) {
      const path = join(folder, String(group + 1), `${clip + 1}.mp4`);
      drawings.push(smallClip(path, group * clips + clip + 1, seconds));
    }
  }
  drawEachOnce(drawings);
  return drawings.map(({ path }) => path);
}

/** Draws one clip: large blocks whose places follow from the seed, and a tone. */
export function drawSmallClip(path: string, seed: number, seconds: number): void {
  drawEachOnce([smallClip(path, seed, seconds)]);
}

function smallClip(path: string, seed: number, seconds: number): Drawing {
  return drawingOf(path, `${blocks(seed, seconds)},format=yuv420p`, seed, seconds);
}

/** Draws one clip that begins like the clip of one seed and goes on like the clip of another. */
export function drawHalfAlikeClip(path: string, seed: number, other: number, seconds: number): void {
  const [first, second] = [seed, other].map((each) => blocks(each, seconds / 2));
  drawEachOnce([drawingOf(path, `${first}[a];${second}[b];[a][b]concat=n=2,format=yuv420p`, other, seconds)]);
}

function blocks(seed: number, seconds: number): string {
  return `color=gray:size=24x32:rate=30:duration=${seconds},noise=alls=100:all_seed=${seed * 7919},scale=180:240:flags=neighbor`;
}

function drawingOf(path: string, picture: string, seed: number, seconds: number): Drawing {
  const tone = `sine=frequency=${200 + seed * 37}:duration=${seconds}`;
  return {
    path,
    inputs: [picture, tone],
    options: ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac', '-shortest'],
  };
}
