import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

import { createMediaRunner } from '#core/server/services/media/ffmpeg-runner.ts';
import { findMediaTools } from '#core/server/services/media/media-tools.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';
import { makeOnce } from '#tests/draw-once.ts';
import { sharedMediaCache } from '#tests/shared-media-cache.ts';

const folders: string[] = [];
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/** A folder of this test file's own, gone when it ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reelport-media-'));
  folders.push(folder);
  return folder;
}

/** A runner with this machine's own tools. */
export async function realRunner(
  folder: string,
  options: { slots?: number; memory?: number } = {},
): Promise<MediaRunner> {
  return createMediaRunner({ tools: await findMediaTools({ cacheFolder: sharedMediaCache(folder) }), ...options });
}

/**
 * Makes a file from ffmpeg's generated inputs, or from files named `file:…`; arguments as ffmpeg takes them, the output
 * last. The same one is made once.
 */
export async function makeClip(runner: MediaRunner, folder: string, ...args: string[]): Promise<string> {
  const path = join(folder, args.at(-1) ?? '');
  const inputs = args.slice(0, -1);
  const recipe = inputs.map((arg) => (arg.startsWith('file:') ? digestOf(arg.slice('file:'.length)) : arg));
  await makeOnce(path, [runner.tools.version, recipe], (to) =>
    runner.ffmpeg({ cwd: folder, args: ['-y', ...inputs, `file:${to}`] }),
  );
  return path;
}

/** Makes a video whose picture is too large for us; to draw it takes a second, so all tests have the same one. */
export const makeHugeClip = (runner: MediaRunner, folder: string): Promise<string> =>
  makeClip(
    runner,
    folder,
    ...['-f', 'lavfi', '-i', 'color=gray:s=10000x10000:r=1:d=1'],
    ...['-c:v', 'png', '-pix_fmt', 'gray', '-threads', '1', 'huge.mov'],
  );

function digestOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** Whether a process is there and no zombie. */
export async function isAlive(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return state !== '' && !/\) [ZX] /.test(state);
}
