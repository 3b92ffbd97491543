import { ExpectedError } from '#core/contract/errors.ts';

import { throwIfCancelled } from '../abort-error.ts';
import type { MediaInfo } from '../media-info.ts';
import type { NodeSource } from '../node-source.ts';
import { feedProgram } from '../programs/feed-program.ts';
import { ProgramLost, startProgram } from '../programs/start-program.ts';
import { inspectedInput, type MediaRunner } from '../runner.ts';

/** Samples a second of what programs hear: speech has hardly anything above 8 kHz. */
export const HEARD_RATE = 16_000;

/** A video or a sound, as far as those who hear it need to know it. */
export interface HeardMaterial extends Pick<MediaInfo, 'container' | 'video' | 'audio'> {
  /** Seconds that can be read. */
  duration: number;
}

export interface HearSoundOptions {
  runner: MediaRunner;
  source: NodeSource;
  material: HeardMaterial;
  /** The module to run, what operators know it by, and the megabytes that it may have. */
  program: URL;
  tool: string;
  megabytes: number;
  /** What it does with the samples on its standard input: 16 bits, one channel, {@link HEARD_RATE}. */
  task: unknown;
  /** A stretch in seconds; all of it when absent. */
  stretch?: { start: number; seconds: number };
  folder: string;
  signal: AbortSignal;
  /** The share that is decoded, 0 to 1. */
  progress(share: number): void;
}

/**
 * Has a program of ours hear the first track of a material’s sound, in step with the picture, as it is decoded: hours
 * take no more memory than minutes.
 * @returns what it answers; null for a material without sound
 * @throws what the program and damaged materials are told by; expected `core:media.tool-killed` (503) when its process
 *   was lost; AbortError, after that has ended
 */
export async function hearSound(options: HearSoundOptions): Promise<unknown> {
  const { runner, source, material, tool, megabytes, task, stretch, folder, signal, progress } = options;
  const { audio, duration } = material;
  if (audio === null) return null;
  const seconds = stretch?.seconds ?? duration;
  const part = stretch === undefined ? [] : ['-ss', stretch.start.toFixed(3), '-t', stretch.seconds.toFixed(3)];
  const program = startProgram({
    ...{ tools: runner.tools, program: options.program, folder, megabytes, nice: 10, hasInput: true },
  });
  const cancel = () => void program.end();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await feedProgram({
      ...{ runner, source, program, signal, task },
      run: (path) => ({
        ...{ cwd: folder, signal, nice: 10, timeout: 120 + seconds },
        onProgress: (done) => progress(Math.min(1, done / seconds)),
        args: [
          ...['-threads', '1', ...part, ...inspectedInput(path, material), '-map', `0:${audio.index}`],
          // In step with the picture, whatever is missing.
          ...['-af', `aresample=${HEARD_RATE}:async=1:first_pts=0`, '-ac', '1'],
          ...['-c:a', 'pcm_s16le', '-f', 's16le', 'pipe:1'],
        ],
      }),
    });
  } catch (error) {
    throwIfCancelled(signal);
    if (!(error instanceof ProgramLost)) throw error;
    throw new ExpectedError('core:media.tool-killed', { tool }, { kind: 'unavailable', cause: error });
  } finally {
    signal.removeEventListener('abort', cancel);
    await program.end();
  }
}
