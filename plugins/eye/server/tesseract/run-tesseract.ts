import { ExpectedError } from '#core/contract/errors.ts';
import { abortError } from '#core/server/services/media/abort-error.ts';
import type { MediaTools } from '#core/server/services/media/runner.ts';
import { startTool } from '#core/server/services/media/tool-process.ts';

/** Bytes of addresses, processor seconds and milliseconds that a run may take, and characters that are kept of it. */
const [MEMORY, CPU_SECONDS, LIMIT, KEPT] = [2 * 1024 ** 3, 120, 180_000, 8 * 1024 ** 2];

export interface RunTesseractOptions {
  tools: MediaTools;
  program: string;
  /** Its working folder. */
  folder: string;
  signal?: AbortSignal;
}

/**
 * Runs Tesseract, limited as all tools are.
 * @returns what it has written to standard output
 * @throws expected `eye:tesseract.missing`, `eye:failed`; AbortError
 */
export async function runTesseract(args: readonly string[], options: RunTesseractOptions): Promise<string> {
  const { tools, program, folder, signal } = options;
  if (signal?.aborted === true) throw abortError(signal);
  return await new Promise((resolve, reject) => {
    // Its threads only get into each other's way with pictures as small as ours.
    const child = startTool(tools, '/usr/bin/env', ['OMP_THREAD_LIMIT=1', program, ...args], {
      ...{ cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
      limits: { memory: MEMORY, cpuSeconds: CPU_SECONDS, nice: 10 },
    });
    let [output, errors] = ['', ''];
    const end = () => child.kill('SIGKILL');
    const timer = setTimeout(end, LIMIT);
    signal?.addEventListener('abort', end, { once: true });
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.length > KEPT) end();
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-4_000)));
    child.once('error', () => undefined);
    child.once('close', (code, how) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted === true) return reject(abortError(signal));
      if (code === 0) return resolve(output);
      const cause = new Error(`${program} ended with ${how ?? `code ${code}`}\n${errors}`);
      const isMissing = code === 127 || code === 126;
      reject(
        isMissing
          ? new ExpectedError('eye:tesseract.missing', {}, { kind: 'unavailable', cause })
          : new ExpectedError('eye:failed', {}, { kind: 'unavailable', cause }),
      );
    });
  });
}
