import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { copyFileSync, constants, existsSync, mkdirSync, renameSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const DRAWN = fileURLToPath(new URL('../.cache/test-media/', import.meta.url));

/**
 * Draws a video with ffmpeg from nothing but its arguments. What was drawn is kept: many tests use the same clips.
 * @param args what comes before the output; they name no file
 */
export function drawOnce(path: string, args: readonly string[]): void {
  const kept = keptPath(args, '.mp4');
  if (!existsSync(kept)) {
    const drawing = draftOf(kept);
    draw([...args, drawing]);
    renameSync(drawing, kept);
  }
  copyFileSync(kept, path, constants.COPYFILE_FICLONE);
}

/** A video or a sound that is drawn together with others. */
export interface Drawing {
  path: string;
  /** What ffmpeg generates: a picture, a sound. */
  inputs: readonly string[];
  /** Options of the output. */
  options: readonly string[];
}

/**
 * Draws those of several files that are not there yet, all by one process: to start it takes longer than to draw a
 * small clip.
 */
export function drawEachOnce(drawings: readonly Drawing[]): void {
  const keptOf = ({ path, inputs, options }: Drawing): string => keptPath([inputs, options], extname(path));
  const missing = [...new Map(drawings.map((drawing) => [keptOf(drawing), drawing]))].flatMap(([kept, drawing]) =>
    existsSync(kept) ? [] : [{ ...drawing, kept, draft: draftOf(kept) }],
  );
  if (missing.length > 0) {
    let before = 0;
    const outputs = missing.flatMap(({ inputs, options, draft }) => {
      const own = inputs.flatMap((_, index) => ['-map', String(before + index)]);
      before += inputs.length;
      return [...own, ...options, draft];
    });
    const generated = missing.flatMap(({ inputs }) => inputs.flatMap((input) => ['-f', 'lavfi', '-i', input]));
    draw([...generated, ...outputs]);
    for (const { kept, draft } of missing) renameSync(draft, kept);
  }
  for (const drawing of drawings) copyFileSync(keptOf(drawing), drawing.path, constants.COPYFILE_FICLONE);
}

function draw(args: readonly string[]): void {
  const drawn = spawnSync('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args]);
  if (drawn.status !== 0) throw new Error(`ffmpeg could not draw ${args.at(-1)}: ${String(drawn.stderr)}`);
}

/**
 * Makes a file, unless the same was made before: then it is a copy of that.
 * @param recipe all that the file follows from
 * @param make makes it at another path with the same ending
 */
export async function makeOnce(path: string, recipe: unknown, make: (path: string) => Promise<unknown>): Promise<void> {
  const kept = keptPath(recipe, extname(path));
  if (!existsSync(kept)) {
    const making = draftOf(kept);
    await make(making);
    renameSync(making, kept);
  }
  copyFileSync(kept, path, constants.COPYFILE_FICLONE);
}

function keptPath(recipe: unknown, ending: string): string {
  mkdirSync(DRAWN, { recursive: true });
  return join(DRAWN, `${createHash('sha256').update(JSON.stringify(recipe)).digest('hex').slice(0, 32)}${ending}`);
}

/** Test files that run beside this one may make the same. */
function draftOf(kept: string): string {
  const ending = extname(kept);
  return `${kept.slice(0, kept.length - ending.length)}-${randomUUID()}${ending}`;
}
