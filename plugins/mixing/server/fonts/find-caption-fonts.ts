import type { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import type { findCaptionFonts as call } from '#plugins/mixing/calls.ts';
import { captionFonts } from '../captions/caption-fonts.ts';
import { digestOf } from '../threads/planner.ts';
import { createThreadPool, ThreadLost, ThreadTimeout } from '../threads/thread-pool.ts';
import { unicodeRanges } from './font-parts.ts';
import type { FontTask, HashedFace, LookedAt } from './font-tasks.ts';

/** Where parts of fonts lie in the store, by what they were cut from. */
export const FONTS = 'fonts/';

/** Changes whenever the same part would be cut in another way. */
const CUT = 1;

/** Milliseconds that a preview waits for a part at most. */
const LIMIT = 20_000;

/** The key of a part in the store. */
export const fontKey = (id: string) => `${FONTS}${id.slice(0, 2)}/${id}.otf`;

/** Makes what finds the faces of captions; a part of a face is cut once and kept in the store. */
export function createFindCaptionFonts(ctx: ServerContext) {
  const pool = createThreadPool({ size: 1, program: new URL('./font-thread.ts', import.meta.url) });
  const run = async (task: FontTask, signal: AbortSignal) => {
    try {
      return await pool.run(task, { limit: LIMIT, key: '', signal });
    } catch (error) {
      if (!(error instanceof ThreadTimeout || error instanceof ThreadLost)) throw error;
      return fail('mixing:fonts-too-slow', {}, { kind: 'unavailable', cause: error });
    }
  };

  async function keep(face: HashedFace, codes: readonly number[], signal: AbortSignal) {
    const id = digestOf([CUT, face.hash, face.index, codes]);
    const { store } = ctx.files;
    if ((await store.stat(fontKey(id))) === undefined) {
      // The program of the thread answers each task with its own kind of result.
      const font = (await run({ do: 'cut', face, codes }, signal)) as Uint8Array;
      await store.put(fontKey(id), Buffer.from(font), { contentType: 'font/otf' });
    }
    return { id, ranges: unicodeRanges(codes) };
  }

  /** @throws expected `mixing:fonts-too-slow` (503) */
  return async ({ font, bold, characters }: z.output<(typeof call)['body']>, signal: AbortSignal) => {
    const found = await captionFonts(ctx.media.runner, { font, bold }, [...new Set(characters)], signal);
    const faces: HashedFace[] = [];
    const names: string[] = [];
    for (const { name, file } of found) {
      // What it draws is not known, nor what those after it draw.
      if (file === null) break;
      faces.push({ ...file, hash: await ctx.media.hasher.hash(file.path) });
      names.push(name);
    }
    // As above.
    const looked = (await run({ do: 'look', faces, characters }, signal)) as LookedAt[];
    const kept = looked.flatMap(({ mayPassOn, characters: drawn }, at) =>
      mayPassOn || drawn === '' ? [] : [{ name: names[at] ?? '', characters: drawn }],
    );
    const unknown = found[faces.length];
    if (unknown !== undefined) {
      const known = new Set(looked.map(({ characters: drawn }) => drawn).join(''));
      const rest = [...new Set(characters)].filter((character) => !known.has(character)).join('');
      if (rest !== '') kept.push({ name: unknown.name, characters: rest });
    }
    const drawing = await Promise.all(
      faces.map(async (face, at) => ({
        id: digestOf([face.hash, face.index]).slice(0, 16),
        weight: looked[at]?.weight ?? 400,
        parts: await Promise.all((looked[at]?.parts ?? []).map((codes) => keep(face, codes, signal))),
      })),
    );
    return { faces: drawing.filter(({ parts }) => parts.length > 0), kept };
  };
}
