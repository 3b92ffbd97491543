import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { defineOperation, type Operation } from '#core/server/services/media/operation.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { materialNode, readMaterial } from '#core/server/services/media/operations/material.ts';
import { untrustedInput } from '#core/server/services/media/runner.ts';
import type { Transcript } from '#core/server/services/providers/transcription.ts';

const [SOUND, HEARD] = ['sound.wav', 'heard.json'];
/** Bytes of a WAV file that holds no sound. */
const EMPTY = 100;
const TRANSCRIBE = 'copywriting.transcript';

const moment = z.number().min(0);
const spoken = z.object({ start: moment, end: moment, text: z.string() });
const transcriptSchema = z.object({
  language: z.string().nullable(),
  segments: z.array(spoken.extend({ speaker: z.string().nullable(), words: z.array(spoken) })),
});

const params = z.strictObject({
  ...{ engine: z.string(), version: z.string(), language: z.string() },
  words: z.array(z.string()),
});

/** The render operation that has a video's speech written down: the same bytes are never sent to a service twice. */
export function transcribeOperation(ctx: Pick<ServerContext, 'providers'>): Operation<typeof params> {
  return defineOperation({
    ...{ name: TRANSCRIBE, version: 2, params },
    cost: () => 5,
    async build({ folder, runner, sources: [source], signal }, { engine, version, language, words }) {
      if (source === undefined) throw new TypeError(`${TRANSCRIBE} takes one source`);
      await source.read((path) =>
        runner.ffmpeg({
          cwd: folder,
          signal,
          args: [
            ...untrustedInput(path),
            ...['-map', '0:a:0', '-vn', '-ac', '1', '-ar', '16000', '-c:a', 'pcm_s16le', SOUND],
          ],
        }),
      );
      const recording = join(folder, SOUND);
      const { size } = await stat(recording).catch(() => ({ size: 0 }));
      if (size <= EMPTY) fail('copywriting:no-sound', {}, { kind: 'invalid' });
      const used = await ctx.providers.use('transcription');
      if (used.id !== engine || used.provider.version !== version) {
        fail('copywriting:engine-changed', {}, { kind: 'unavailable' });
      }
      const heard = await used.provider.transcribe(recording, { language, words, signal });
      await writeFile(join(folder, HEARD), JSON.stringify(transcriptSchema.parse(heard)));
    },
  });
}

/**
 * What is said in a video, by the service in use.
 * @param options.words names and terms that may be said, which the service is told
 * @throws expected `copywriting:no-sound` (422), `copywriting:speech-language` (422), `core:provider.…`; ProviderFailure
 */
export async function transcribe(
  ctx: ServerContext,
  source: NodeSource,
  { language, words, signal }: { language: string; words: readonly string[]; signal: AbortSignal },
): Promise<Transcript> {
  const { id, provider } = await ctx.providers.use('transcription');
  const heard = (await provider.languages()).find((tag) => tag.split('-')[0] === language.split('-')[0]);
  if (heard === undefined) return fail('copywriting:speech-language', { language }, { kind: 'invalid' });
  const { graph, runner } = ctx.media;
  const look = (folder = '') => readMaterial(folder, source.name, { minSeconds: 0 });
  const { audio } = await graph.make([materialNode(runner, source)], ([folder]) => look(folder), { signal });
  if (audio === null) return fail('copywriting:no-sound', {}, { kind: 'invalid' });
  const node = ctx.media.node(
    TRANSCRIBE,
    { engine: id, version: provider.version, language: heard, words: [...words] },
    { sources: [source] },
  );
  const read = async (folder: string) =>
    transcriptSchema.parse(JSON.parse(await readFile(join(folder, HEARD), 'utf8')));
  return await graph.make([node], ([folder = '']) => read(folder), { signal });
}
