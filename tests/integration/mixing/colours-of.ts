import { spawnSync } from 'node:child_process';

/** How coloured each frame of a video is: the mean distance of its strongest from its weakest colour, 0 to 255. */
export function coloursOf(path: string): number[] {
  const args = [
    '-v',
    'error',
    '-i',
    path,
    '-vf',
    'scale=12:16:flags=neighbor',
    '-pix_fmt',
    'rgb24',
    '-f',
    'rawvideo',
    '-',
  ];
  const { stdout } = spawnSync('ffmpeg', args, { maxBuffer: 1e9 });
  return Array.from({ length: stdout.length / 576 }, (_frame, at) => {
    const frame = stdout.subarray(at * 576, at * 576 + 576);
    let sum = 0;
    for (let from = 0; from < 576; from += 3) {
      const pixel = frame.subarray(from, from + 3);
      sum += Math.max(...pixel) - Math.min(...pixel);
    }
    return sum / 192;
  });
}
