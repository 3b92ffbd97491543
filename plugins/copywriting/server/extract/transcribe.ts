import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { materialNode, readMaterial } from '#core/server/services/media/operations/material.ts';
import { readTranscript, transcriptNode, understoodTag } from '#core/server/services/providers/transcript-node.ts';
import type { Transcript } from '#core/server/services/providers/transcription.ts';

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
  const used = await ctx.providers.use('transcription');
  const heard = await understoodTag(used.provider, language);
  if (heard === undefined) return fail('copywriting:speech-language', { language }, { kind: 'invalid' });
  const { graph, runner } = ctx.media;
  const look = (folder = '') => readMaterial(folder, source.name, { minSeconds: 0 });
  const { audio } = await graph.make([materialNode(runner, source)], ([folder]) => look(folder), { signal });
  if (audio === null) return fail('copywriting:no-sound', {}, { kind: 'invalid' });
  const node = transcriptNode(runner, used, source, { language: heard, words });
  return await graph.make([node], ([folder = '']) => readTranscript(folder), { signal });
}
