import { execFileSync } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';

import type { CutFacts } from '#core/contract/cut-facts.ts';
import { UNCHANGED, type Reframe } from '#core/contract/reframe.ts';
import { CUT_FILES, exactCut } from '#core/server/services/media/cut/exact-cut.ts';
import { inspectMaterial } from '#core/server/services/media/inspect-material.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';

/** A cut that was made. */
export interface MadeCut {
  facts: CutFacts;
  file: string;
}

/** Cuts a file as a tool does. */
export async function cutFile(
  runner: MediaRunner,
  folder: string,
  path: string,
  asked: { from?: number; to?: number | null; reframe?: Partial<Reframe>; signal?: AbortSignal; most?: number } = {},
): Promise<MadeCut> {
  const own = await mkdtemp(join(folder, 'cut-'));
  const material = await inspectMaterial(runner, path, { minSeconds: 0, maxSeconds: asked.most });
  const facts = await exactCut(runner, {
    ...{ path, name: 'clip.mp4', material, folder: own, onProgress: () => undefined },
    ...{ from: asked.from ?? 0, to: asked.to ?? null, signal: asked.signal ?? new AbortController().signal },
    reframe: { ...UNCHANGED, ...asked.reframe },
  });
  return { facts, file: join(own, CUT_FILES.video) };
}

/** Runs a tool of this machine's and returns what it says. */
export const say = (tool: 'ffmpeg' | 'ffprobe', ...args: string[]): string =>
  execFileSync(tool, [...(tool === 'ffmpeg' ? ['-nostdin'] : []), '-v', 'error', ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });

/** A hash of each frame that ffmpeg shows of a file, in order, turned as it says. */
export function frameHashes(file: string, ...filters: string[]): string[] {
  const input = ['-threads', '1', '-i', file, ...filters];
  // The usual hash takes three times as long as to decode what it hashes.
  const output = ['-map', '0:v:0', '-fps_mode', 'passthrough', '-f', 'framehash', '-hash', 'murmur3', '-'];
  const list = say('ffmpeg', ...input, ...output);
  return list.split('\n').flatMap((line) => (/^\d/.test(line) ? [line.slice(line.lastIndexOf(',') + 1).trim()] : []));
}

/** Seconds between the frames of a file and the first of them. */
export function frameTimes(file: string): number[] {
  const list = say(
    'ffprobe',
    '-select_streams',
    'v:0',
    '-show_entries',
    'packet=pts_time,flags',
    '-of',
    'csv=p=0',
    file,
  );
  const times = list
    .split('\n')
    .flatMap((line) => (/^[-\d].*_/.test(line) && !line.includes('D') ? [Number.parseFloat(line)] : []));
  return times.sort((a, b) => a - b).map((time, _, [first = 0]) => time - first);
}

/** The samples of a file's sound, of both sides in turn, at its own rate. */
export function samplesIn(file: string): Int16Array {
  const bytes = execFileSync('ffmpeg', ['-nostdin', '-v', 'error', '-i', file, '-map', '0:a:0', '-f', 's16le', '-'], {
    maxBuffer: 1 << 28,
  });
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~1)));
}
