import assert from 'node:assert/strict';

import type { MediaRunner } from '../runner.ts';
import { workTogetherOn } from '../work-together.ts';

/** A shot that a process reads. */
export interface ShotToRead {
  /** An existing folder. */
  folder: string;
  frames: number;
  signal: AbortSignal;
  /**
   * What ffmpeg is told of it: its inputs, its filters, and where what comes out of them goes.
   * @param input the number of its first input, which is part of the names of its filters' outputs
   */
  argumentsAt(input: number): { inputs: readonly string[]; graph: readonly string[]; outputs: readonly string[] };
}

/** Reads a shot by a process of its own. @returns what the process said */
export function readShot(
  runner: MediaRunner,
  shot: ShotToRead,
  onProgress: (seconds: number) => void,
): Promise<string> {
  return readAll(runner, [shot], shot.signal, onProgress);
}

/** Shots that one process reads at most: each needs memory for its decoder and its encoders. */
const MOST_TOGETHER = 4;

/**
 * Reads a shot by a process that reads others, too, where they wait for each other: starting it takes as long as some of
 * what it does for a shot of which next to nothing is encoded.
 * @returns what the process said of it; nothing of the decoder's where others were read beside it
 */
export const readShotTogether = workTogetherOn<MediaRunner, ShotToRead, string>((runner) => ({
  atOnce: runner.slots,
  most: MOST_TOGETHER,
  async work(shots, signal) {
    const log = await readAll(runner, shots, signal);
    if (shots.length > 1) assertNoWarning(log);
    return log;
  },
}));

/** @throws AssertionError when the decoder of pictures said anything */
export function assertNoWarning(log: string): void {
  assert.doesNotMatch(log, /h264/, 'the decoder warned');
}

async function readAll(
  runner: MediaRunner,
  shots: readonly ShotToRead[],
  signal?: AbortSignal,
  onProgress?: (seconds: number) => void,
): Promise<string> {
  const [inputs, graphs, outputs]: [string[], string[], string[]] = [[], [], []];
  let at = 0;
  for (const shot of shots) {
    const own = shot.argumentsAt(at);
    at += own.inputs.filter((word) => word === '-i').length;
    inputs.push(...own.inputs);
    graphs.push('-filter_complex', own.graph.join(';'));
    outputs.push(...own.outputs);
  }
  const { log } = await runner.ffmpeg({
    ...{ cwd: shots[0]?.folder ?? '', signal, onProgress, nice: 10 },
    timeout: 120 + shots.reduce((sum, { frames }) => sum + frames, 0),
    args: ['-y', '-xerror', ...inputs, '-filter_complex_threads', '1', ...graphs, ...outputs],
  });
  return log;
}
