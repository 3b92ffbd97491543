import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';

import type { MediaRunner } from '#core/server/services/media/runner.ts';

/** What a clip shows and sounds like. */
export interface ClipOptions extends PictureOptions {
  /** 2 by default. */
  seconds?: number;
  /** Frames per second; 25 by default. */
  fps?: number;
  /** Pitch of its sound in Hz, 440 by default; null for a clip without sound. */
  hertz?: number | null;
}

/** What a picture shows. */
export interface PictureOptions {
  /** 320 by default. */
  width?: number;
  /** 180 by default. */
  height?: number;
  /** One colour, `#rrggbb`, instead of a test picture. */
  color?: string;
}

/** What drawing takes. Drawn files are kept from run to run, and are not to be changed. */
export interface Drawing {
  runner: MediaRunner;
  cacheFolder: string;
}

/** Draws a clip: H.264 and AAC in an MP4 file. @returns its path */
export async function drawClip(drawing: Drawing, options: ClipOptions = {}): Promise<string> {
  const { seconds = 2, fps = 25, hertz = 440 } = options;
  const sound = hertz === null ? [] : ['-f', 'lavfi', '-i', `sine=frequency=${hertz}:sample_rate=48000`];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  const input = ['-f', 'lavfi', '-i', `${pictureOf(options)}:rate=${fps}`, ...sound];
  return await draw(drawing, [...input, '-t', String(seconds), ...codecs, '-movflags', '+faststart'], 'mp4');
}

/** Draws a PNG file. @returns its path */
export async function drawPicture(drawing: Drawing, options: PictureOptions = {}): Promise<string> {
  return await draw(drawing, ['-f', 'lavfi', '-i', pictureOf(options), '-frames:v', '1'], 'png');
}

function pictureOf({ width = 320, height = 180, color }: PictureOptions): string {
  const size = `size=${width}x${height}`;
  return color === undefined ? `testsrc2=${size}` : `color=c=${color.replace('#', '0x')}:${size}`;
}

async function draw({ runner, cacheFolder }: Drawing, args: readonly string[], ending: string): Promise<string> {
  const folder = join(cacheFolder, 'drawn');
  const name = createHash('sha256').update(JSON.stringify(args)).digest('hex').slice(0, 24);
  const path = join(folder, `${name}.${ending}`);
  if (existsSync(path)) return path;
  await mkdir(folder, { recursive: true });
  // Another test file may draw the same.
  const draft = `${name}-${process.pid}.${ending}`;
  await runner.ffmpeg({ cwd: folder, args: [...args, draft] });
  await rename(join(folder, draft), path);
  return path;
}
