import { z } from 'zod';

import { ExpectedError, fail } from '#core/contract/errors.ts';
import { hasOnnxRuntime } from '#core/server/services/media/programs/onnx-runtime.ts';
import { createProgramPool, ProgramLate } from '#core/server/services/media/programs/program-pool.ts';
import { ProgramLost } from '#core/server/services/media/programs/start-program.ts';
import type { MediaTools } from '#core/server/services/media/runner.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';

import { readEach } from '../read-each.ts';
import type { FoundLines } from './program.ts';

/** Must be raised whenever the same picture is read differently. */
const VERSION = 2;
/** Megabytes of one process; the largest pictures take five hundred. */
const MEGABYTES = 700;
/** Seconds that a picture may take, and how often one is tried whose process was lost. */
const [SECONDS, TRIES] = [60, 2];

const corner = z.tuple([z.number(), z.number()]);
const linesSchema = z.object({
  width: z.number(),
  height: z.number(),
  lines: z.array(z.object({ text: z.string(), confidence: z.number(), corners: z.array(corner) })),
});

const foundSchema = z.object({
  width: z.number(),
  height: z.number(),
  lines: z.array(z.object({ corners: z.array(corner), pictures: z.array(z.string()) })),
});

export interface PpOcrOptions {
  tools: MediaTools;
  /** The working folder of its processes. */
  folder: string;
  /** How many pictures are read at once, each in a process of its own. */
  processes: number;
  /** Seconds after which a process that does nothing ends; a minute by default. */
  idleSeconds?: number;
  /** Megabytes that a process may take. */
  megabytes?: number;
}

/**
 * Reads Chinese and English by the models PP-OCRv4, in processes of their own that start with the first picture.
 * @throws expected `eye:no-program` for a system that the engine does not run on
 */
export function createPpOcr({ tools, folder, processes, idleSeconds, megabytes = MEGABYTES }: PpOcrOptions) {
  if (!hasOnnxRuntime()) {
    fail('eye:no-program', { system: `${process.platform}-${process.arch}` }, { kind: 'unavailable' });
  }
  const pool = createProgramPool({
    ...{ tools, folder, size: processes, megabytes, nice: 10, program: new URL('./program.ts', import.meta.url) },
    ...(idleSeconds === undefined ? {} : { idleSeconds }),
  });

  async function ask(task: object, signal?: AbortSignal): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await pool.run(task, { seconds: SECONDS, signal });
      } catch (error) {
        if (!(error instanceof ProgramLost || error instanceof ProgramLate)) throw error;
        if (attempt < TRIES && error instanceof ProgramLost) continue;
        throw new ExpectedError('eye:failed', {}, { kind: 'unavailable', cause: error });
      }
    }
  }

  return {
    version: `pp-ocr-v4 ${VERSION}`,
    readsAll: true,
    languages: async () => ['zh-CN', 'en-US'],
    async read(pictures, options) {
      return await readEach(pictures, options, async (path, signal) =>
        linesSchema.parse(await ask({ do: 'read', path }, signal)),
      );
    },
    async probe(signal) {
      await ask({ do: 'load' }, signal);
    },
    /** Finds the lines of a picture, and writes them into a folder for another reader. */
    async findLines(path: string, into: string, signal?: AbortSignal): Promise<FoundLines> {
      return foundSchema.parse(await ask({ do: 'find', path, folder: into }, signal));
    },
    pool,
  } satisfies Opened<'picture-text'> & Record<'findLines' | 'pool', unknown>;
}
