import { fail } from '@reelport/core/contract';
import { defineTool, LIBRARY, ProviderFailure, type MaterialLibrary, type ServerContext } from '@reelport/core/server';
import { createHash } from 'node:crypto';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { saySettings } from '../settings.ts';
import { SAID, SAY_OVER } from './say-over.ts';

const libraryOf = (ctx: ServerContext): MaterialLibrary =>
  ctx.use(LIBRARY) ?? fail('voice-over:library-missing', {}, { kind: 'unavailable' });

/** Says one sentence over each clip. */
export const sayTool = (ctx: ServerContext) =>
  defineTool({
    name: 'voice-over.say',
    settings: saySettings,
    inputs: { kinds: ['video'], most: 20 },

    async plan({ accountId, inputs }) {
      const clips = await libraryOf(ctx).find(accountId, inputs);
      return inputs.map((id) => {
        const { name = 'clip', seconds } = clips.get(id) ?? {};
        return { name: name.replace(/\.\w+$/, ''), sources: [id], params: { clip: id }, cost: seconds ?? 10 };
      });
    },

    async make({ params: { clip }, run: { accountId, settings } }, { folder, signal, progress }) {
      const material = (await libraryOf(ctx).find(accountId, [clip])).get(clip);
      if (material?.kind !== 'video' || material.seconds === null) {
        return fail('voice-over:clip-missing', {}, { kind: 'not-found' });
      }
      const wav = join(folder, 'voice.wav');
      const { provider } = await ctx.providers.use('speech');
      try {
        await provider.speak({ ...settings, speed: 1, tone: 0 }, wav, signal);
      } catch (error) {
        // It would be refused again; whatever else fails may pass, and is tried again.
        const isRefused = error instanceof ProviderFailure && error.kind === 'refused';
        if (isRefused) fail('voice-over:not-said', {}, { kind: 'invalid', cause: error });
        throw error;
      }
      progress(0.3);

      const file = await ctx.files.get(accountId, clip);
      const hash = createHash('sha256')
        .update(await readFile(wav))
        .digest('hex');
      const sources = [
        {
          hash: material.hash,
          name: material.name,
          read: <T>(use: (path: string) => Promise<T>) => ctx.files.withLocal(file, use),
        },
        { hash, name: 'voice.wav', read: <T>(use: (path: string) => Promise<T>) => use(wav) },
      ];
      const node = ctx.media.node(SAY_OVER, { seconds: material.seconds }, { sources });
      const path = join(folder, SAID);
      await ctx.media.graph.make([node], ([made = '']) => copyFile(join(made, SAID), path), { signal });
      return { state: 'made', files: [{ path, type: 'video/mp4', ending: '.mp4' }] };
    },
  });
