import { ExpectedError, fail } from '@reelport/core/contract';
import {
  LIBRARY,
  untrustedInput,
  type FailureHandler,
  type JobHandler,
  type ServerContext,
  type Where,
} from '@reelport/core/server';
import { eq } from 'drizzle-orm';
import { z } from 'zod';

import { paletteProgress } from '../events.ts';
import { twoColors } from './palette.ts';
import { brandKits } from './tables.ts';
import { tellKits } from './tell-kits.ts';

const payloadSchema = z.object({ kitId: z.uuid(), materialId: z.uuid() });
/** Pictures are scaled to this many pixels per side. */
const SIDE = 48;

/** Extracts a kit's colours from a picture in the library. */
export function paletteJob(ctx: ServerContext): JobHandler {
  return async (run) => {
    const { accountId, id: taskId } = run.task;
    const { kitId, materialId } = payloadSchema.parse(run.payload);
    const report = async (progress: number): Promise<void> => {
      run.progress(progress);
      await ctx.events.hint(paletteProgress, { accountId, data: { taskId, progress } });
    };
    const library = ctx.use(LIBRARY) ?? fail('brand-kit:library-missing', {}, { kind: 'unavailable' });
    const material = (await library.find(accountId, [materialId])).get(materialId);
    if (material === undefined) fail('brand-kit:picture-missing', {}, { kind: 'not-found' });
    await report(0.1);
    const pixels = await ctx.files.withLocal(material, (path) => shrink(ctx, path, run.signal));
    await report(0.8);
    const { light: color, dark: outlineColor } = twoColors(pixels);
    await run.complete(async (tx) => {
      // Another picture may have been chosen in the meantime.
      const where: Where = [eq(brandKits.id, kitId), eq(brandKits.paletteTask, taskId)];
      await tx.scope(accountId).update(brandKits, where, { color, outlineColor, paletteTask: null });
      await tellKits(ctx, tx, accountId);
    });
  };
}

/** Releases a kit whose task has failed or was cancelled. */
export function forgetPalette(ctx: ServerContext): FailureHandler {
  return async (tx, { accountId, id }) => {
    await tx.scope(accountId).update(brandKits, eq(brandKits.paletteTask, id), { paletteTask: null });
    await tellKits(ctx, tx, accountId);
  };
}

async function shrink(ctx: ServerContext, path: string, signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    await ctx.media.runner.ffmpeg({
      args: [
        ...untrustedInput(path),
        ...['-frames:v', '1', '-vf', `scale=${SIDE}:${SIDE}:flags=area`],
        ...['-pix_fmt', 'rgb24', '-f', 'rawvideo', 'pipe:1'],
      ],
      cwd: ctx.temporaryFolder,
      timeout: 30,
      signal,
      onOutput: (chunk) => void chunks.push(chunk),
    });
  } catch (error) {
    if (error instanceof ExpectedError && error.code === 'core:media.tool-failed') {
      fail('brand-kit:picture-unreadable', {}, { kind: 'invalid', cause: error });
    }
    throw error;
  }
  const pixels = Buffer.concat(chunks);
  if (pixels.length < SIDE * SIDE * 3) fail('brand-kit:picture-unreadable', {}, { kind: 'invalid' });
  return pixels;
}
