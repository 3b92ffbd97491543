// oxlint-disable-next-line eslint/no-restricted-imports -- for adapters of programs, which are limited and cancelled here
import { spawn } from 'node:child_process';

import { ExpectedError } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

/** Milliseconds that a program may take, and letters that are kept of what it writes. */
const [LIMIT, KEPT] = [120_000, 4_000];

export interface RunProgramOptions {
  /** What is told where it is not installed. */
  missing: MessageKey;
  /** Its standard input. */
  input?: string;
  /** Variables of our own environment that it is given besides the path. */
  keep?: readonly string[];
  signal?: AbortSignal;
}

/**
 * Runs a program that speaks.
 * @returns the end of what it has written
 * @throws expected `missing`, `core:speech.failed` (503); AbortError
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  { missing, input = '', keep = [], signal }: RunProgramOptions,
): Promise<string> {
  signal?.throwIfAborted();
  const limit = AbortSignal.timeout(LIMIT);
  const own = Object.fromEntries(keep.map((name) => [name, process.env[name]]));
  return await new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], ...own, LC_ALL: 'C.UTF-8' },
      killSignal: 'SIGKILL',
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
    let output = '';
    const take = (chunk: Buffer) => void (output = `${output}${chunk.toString('utf8')}`.slice(-KEPT));
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    // A program that exits early closes its input; its exit code explains the rest.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.on('error', (error: NodeJS.ErrnoException) => {
      const options = { kind: 'unavailable', cause: error } as const;
      if (error.code === 'ENOENT') reject(new ExpectedError(missing, {}, options));
      else if (limit.aborted) reject(new ExpectedError('core:speech.failed', {}, options));
      else reject(error);
    });
    child.on('close', (code) => {
      if (code === 0) return resolve(output);
      const cause = new Error(`${program} ended with ${code}: ${output}`);
      return reject(new ExpectedError('core:speech.failed', {}, { kind: 'unavailable', cause }));
    });
  });
}
