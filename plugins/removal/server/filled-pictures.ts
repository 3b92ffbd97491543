import { Readable } from 'node:stream';

import type { StretchReading } from '#core/server/services/media/cut/picture-change.ts';
import { planesSize } from '#core/server/services/media/cut/planes.ts';
import { startProgram } from '#core/server/services/media/programs/start-program.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';

import { MASK_DELAY } from './fill/fill-strip.ts';
import type { FillTask } from './fill/fill-task.ts';

/** Megabytes that removing text may take, and beside the frames that it keeps where these are larger. */
const [MEGABYTES, BESIDE] = [450, 100];
/** Bytes that are kept for each of a frame: of its planes, and of three more for each of its cells. */
const KEPT = 1.5;
/** What is worked out for one takes as much as so many that are kept. */
const AT_WORK = 40;

/** Pieces of pictures, usually of 64 kilobytes, that are kept while ffmpeg takes longer over one than over others. */
const AHEAD = 128;

/** What runs the processes that fill pictures, and stops them. */
export interface FillWork {
  runner: MediaRunner;
  folder: string;
  signal: AbortSignal;
}

/** What a process fills, or looks for text in. */
export interface FillRun {
  /** How the frames are read, cut to their part. */
  reading: StretchReading;
  /** How many are read. */
  frames: number;
  task: FillTask;
  /** Is told what the process says at the end. */
  onEnd?(said: unknown): void;
}

export interface PicturesToFill extends FillRun {
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

async function* fill({ before, behind, ...run }: PicturesToFill, work: FillWork): AsyncGenerator<Uint8Array> {
  const { left, top, right, bottom } = run.task.part;
  const nothing = new Uint8Array(planesSize(right - left, 2 * (bottom - top)));
  for (let picture = 0; picture < before; picture++) yield nothing;
  yield* runFill(run, nothing.length, { ...work, beside: true });
  for (let picture = 0; picture < behind; picture++) yield nothing;
}

/**
 * What a process writes of the frames that its task wants, in pieces, while a tool decodes them.
 * @param bytes that it writes of each
 * @param work `beside`: the pieces are fed to a tool that runs already
 */
export async function* runFill(
  { reading, frames, task, onEnd }: FillRun,
  bytes: number,
  { runner, folder, signal, beside }: FillWork & { beside: boolean },
): AsyncGenerator<Uint8Array> {
  const stop = new AbortController();
  const program = startProgram({
    ...{ tools: runner.tools, program: new URL('./fill/program.ts', import.meta.url), folder },
    ...{ megabytes: megabytesOf(task), nice: 10, hasInput: true, hasOutput: true },
  });
  const cancel = () => void program.end();
  signal.addEventListener('abort', cancel, { once: true });
  const filled = program.ask(task);
  const decoded = runner.ffmpeg({
    ...{ cwd: folder, signal: AbortSignal.any([signal, stop.signal]), nice: 10, beside },
    ...{ into: program.input ?? undefined, timeout: 300 + frames * 2 },
    args: [
      ...reading.input,
      ...['-filter_complex_threads', '1', '-filter_complex', `${reading.chain}[out]`],
      ...['-map', '[out]', '-fps_mode', 'passthrough', '-f', 'rawvideo', 'pipe:1'],
    ],
  });
  // Both are waited for below, whatever happens until then; a process that has failed writes no more.
  filled.catch(() => void program.end());
  decoded.catch(() => undefined);
  try {
    let left = bytes * (task.to - task.from);
    for await (const piece of program.output ?? []) {
      yield piece as Buffer;
      left -= (piece as Buffer).length;
      if (left <= 0) break;
    }
    // When the process was lost, the tool failed because nobody took its pictures.
    const said = await filled;
    onEnd?.(said);
    await decoded;
  } finally {
    signal.removeEventListener('abort', cancel);
    stop.abort();
    await program.end();
    await decoded.catch(() => undefined);
  }
}

/** Even the fewest frames that are looked at are many megabytes where text is all over a large picture. */
function megabytesOf({ width, height, window }: FillTask): number {
  const frames = window + Math.max(window, MASK_DELAY) + MASK_DELAY + AT_WORK;
  return Math.max(MEGABYTES, BESIDE + Math.ceil((frames * planesSize(width, height) * KEPT) / 1024 ** 2));
}
