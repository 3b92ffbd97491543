import { throwIfCancelled } from '../abort-error.ts';
import type { NodeSource } from '../node-source.ts';
import { readSource } from '../operations/read-source.ts';
import type { MediaRunner, RunOptions } from '../runner.ts';
import type { Program } from './start-program.ts';

export interface FeedProgramOptions {
  runner: MediaRunner;
  source: NodeSource;
  /** Started with `hasInput`. */
  program: Program;
  /** What the program does with its input. */
  task: unknown;
  /** How ffmpeg is run, which writes to its standard output. */
  run(path: string): Omit<RunOptions, 'into'>;
  signal: AbortSignal;
}

/**
 * Has a program do a task with what ffmpeg makes of a material, as fast as it takes it.
 * @returns what the program answers
 * @throws what reading damaged materials is told by; what the task throws; ProgramLost; AbortError
 */
export async function feedProgram(options: FeedProgramOptions): Promise<unknown> {
  const { runner, source, program, task, run, signal } = options;
  const answer = program.ask(task);
  // It is waited for below, whatever happens until then.
  answer.catch(() => undefined);
  try {
    await readSource(source, (path) => runner.ffmpeg({ ...run(path), into: program.input ?? undefined }));
  } catch (error) {
    throwIfCancelled(signal);
    // When it was lost, the tool failed because nobody took what it made.
    await answer;
    throw error;
  }
  return await answer;
}
