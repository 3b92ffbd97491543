import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Whether the engine that runs models has a program for this system. Models run in processes of their own, which
 * `startProgram` and `createProgramPool` start; this is asked before any is.
 */
export function hasOnnxRuntime(): boolean {
  const engine = dirname(fileURLToPath(import.meta.resolve('onnxruntime-node')));
  return existsSync(join(engine, '../bin/napi-v6', process.platform, process.arch));
}
