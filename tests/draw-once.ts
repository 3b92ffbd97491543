import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { copyFileSync, constants, existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const DRAWN = fileURLToPath(new URL('../.cache/test-media/', import.meta.url));

/**
 * Draws a video with ffmpeg from nothing but its arguments. What was drawn is kept: many tests use the same clips.
 * @param args what comes before the output; they name no file
 */
export function drawOnce(path: string, args: readonly string[]): void {
  const name = createHash('sha256').update(JSON.stringify(args)).digest('hex').slice(0, 32);
  const kept = join(DRAWN, `${name}.mp4`);
  if (!existsSync(kept)) {
    mkdirSync(DRAWN, { recursive: true });
    // Test files that run beside this one may draw the same.
    const drawing = join(DRAWN, `${name}-${randomUUID()}.mp4`);
    const drawn = spawnSync('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args, drawing]);
    if (drawn.status !== 0) throw new Error(`ffmpeg could not draw ${path}: ${String(drawn.stderr)}`);
    renameSync(drawing, kept);
  }
  copyFileSync(kept, path, constants.COPYFILE_FICLONE);
}
