import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

import { createMediaRunner } from '#core/server/services/media/ffmpeg-runner.ts';
import { findMediaTools } from '#core/server/services/media/media-tools.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';

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
  return createMediaRunner({ tools: await findMediaTools({ cacheFolder: folder }), ...options });
}

/** Makes a file from ffmpeg's generated inputs; arguments as ffmpeg takes them, the output last. */
export async function makeClip(runner: MediaRunner, folder: string, ...args: string[]): Promise<string> {
  const name = args.at(-1) ?? '';
  await runner.ffmpeg({ cwd: folder, args: ['-y', ...args.slice(0, -1), `file:${name}`] });
  return join(folder, name);
}

/** Whether a process is there and no zombie. */
export async function isAlive(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return state !== '' && !/\) [ZX] /.test(state);
}
