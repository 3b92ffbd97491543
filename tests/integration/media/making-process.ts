import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A process that makes the tree of `tests/fixtures/media/make-tree.ts`. */
export interface MakingProcess {
  child: ChildProcess;
  ended: Promise<{ code: number | null; output: string }>;
}

/** What {@link MakingProcess.ended} answers when all went well. */
export const TREE_MADE = { code: 0, output: 'started\ntop(a(),b(),c(),d(),e())' };

/** The names of the tree's nodes. */
export const TREE_NODES = ['a', 'b', 'c', 'd', 'e', 'top'];

/** Starts a program that makes the tree. */
export function startMaking(program: URL, args: readonly string[]): MakingProcess {
  const child = spawn(process.execPath, [fileURLToPath(program), ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output })),
  );
  return { child, ended };
}
