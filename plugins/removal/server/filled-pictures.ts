import { Readable } from 'node:stream';

import type { StretchReading } from '#core/server/services/media/cut/picture-change.ts';
import { planesSize } from '#core/server/services/media/cut/planes.ts';
import { startProgram } from '#core/server/services/media/programs/start-program.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';

import type { FillTask } from './fill/fill-task.ts';

/** Megabytes that removing text may take. */
const MEGABYTES = 450;

/** Pieces of pictures, usually of 64 kilobytes, that are kept while ffmpeg takes longer over one than over others. */
const AHEAD = 128;

/** What runs the processes that fill pictures, and stops them. */
export interface FillWork {
  runner: MediaRunner;
  folder: string;
  signal: AbortSignal;
}

export interface PicturesToFill {
  /** How the frames are read, cut to their part. */
  reading: StretchReading;
  /** How many are read. */
  frames: number;
  task: FillTask;
  /** Pictures before and behind the filled ones, in which nothing changes. */
  before: number;
  behind: number;
}

/**
 * The pictures that show what becomes of frames: for each which pixels change, and below it what they become. A tool
 * decodes the frames, and a process of its own fills them while they are read here.
 */
export function filledPictures(pictures: PicturesToFill, work: FillWork): Readable {
  return Readable.from(fill(pictures, work), { objectMode: true, highWaterMark: AHEAD });
}

async function* fill(
  { reading, frames, task, before, behind }: PicturesToFill,
  { runner, folder, signal }: FillWork,
): AsyncGenerator<Uint8Array> {
  const { left, top, right, bottom } = task.part;
  const bytes = planesSize(right - left, 2 * (bottom - top));
  const nothing = new Uint8Array(bytes);
  const stop = new AbortController();
  const program = startProgram({
    ...{ tools: runner.tools, program: new URL('./fill/program.ts', import.meta.url), folder },
    ...{ megabytes: MEGABYTES, nice: 10, hasInput: true, hasOutput: true },
  });
  const cancel = () => void program.end();
  signal.addEventListener('abort', cancel, { once: true });
  const filled = program.ask(task);
  const decoded = runner.ffmpeg({
    ...{ cwd: folder, signal: AbortSignal.any([signal, stop.signal]), nice: 10, beside: true },
    ...{ into: program.input ?? undefined, timeout: 300 + frames * 2 },
    args: [
      ...reading.input,
      ...['-filter_complex_threads', '1', '-filter_complex', `${reading.chain}[out]`],
      ...['-map', '[out]', '-fps_mode', 'passthrough', '-f', 'rawvideo', 'pipe:1'],
    ],
  });
  // Both are waited for below, whatever happens until then.
  for (const each of [filled, decoded]) each.catch(() => undefined);
  try {
    for (let picture = 0; picture < before; picture++) yield nothing;
    let left = bytes * (task.to - task.from);
    for await (const piece of program.output ?? []) {
      yield piece as Buffer;
      left -= (piece as Buffer).length;
      if (left <= 0) break;
    }
    // When the process was lost, the tool failed because nobody took its pictures.
    await filled;
    await decoded;
    for (let picture = 0; picture < behind; picture++) yield nothing;
  } finally {
    signal.removeEventListener('abort', cancel);
    stop.abort();
    await program.end();
    await decoded.catch(() => undefined);
  }
}
