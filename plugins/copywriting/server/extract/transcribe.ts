import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { materialNode, readMaterial } from '#core/server/services/media/operations/material.ts';
import type { RenderNode } from '#core/server/services/media/render-graph.ts';
import { askAll } from '#core/server/services/providers/ask-all.ts';
import { readTranscript, transcriptNode, understoodTag } from '#core/server/services/providers/transcript-node.ts';
import type { Transcript } from '#core/server/services/providers/transcription.ts';
import { tryInOrder, type ServiceTurn } from '#core/server/services/providers/try-in-order.ts';

/**
 * What is said in a video: by any service in use that has heard it before, else by the first one that understands the
 * language, and where that fails by the next.
 * @param options.words names and terms that may be said, which the service is told
 * @throws expected `copywriting:no-sound` (422), `copywriting:speech-language` (422), `core:provider.…`; ProviderFailure
 */
export async function transcribe(
  ctx: ServerContext,
  source: NodeSource,
  { language, words, signal }: { language: string; words: readonly string[]; signal: AbortSignal },
): Promise<Transcript> {
  const nodes = await nodesFor(ctx, source, language, words);
  if (nodes.length === 0) return fail('copywriting:speech-language', { language }, { kind: 'invalid' });
  const { graph, runner } = ctx.media;
  const look = (folder = '') => readMaterial(folder, source.name, { minSeconds: 0 });
  const { audio } = await graph.make([materialNode(runner, source)], ([folder]) => look(folder), { signal });
  if (audio === null) return fail('copywriting:no-sound', {}, { kind: 'invalid' });
  for (const { node } of nodes) {
    const known = await graph.recall(node, readTranscript);
    if (known !== null) return known;
  }
  const hear = ({ node }: { node: RenderNode }) =>
    graph.make([node], ([folder = '']) => readTranscript(folder), { signal });
  return await tryInOrder(nodes, hear, signal);
}

/** The work of each service in use that understands a language, in their order. */
async function nodesFor(
  ctx: ServerContext,
  source: NodeSource,
  language: string,
  words: readonly string[],
): Promise<(ServiceTurn & { node: RenderNode })[]> {
  const told = await askAll(await ctx.providers.inOrder('transcription'), ({ provider }) =>
    understoodTag(provider, language),
  );
  return told.flatMap(({ service, answer: tag }) => {
    if (tag === undefined) return [];
    const node = transcriptNode(ctx.media.runner, service, source, { language: tag, words });
    return [{ failed: service.failed, worked: service.worked, node }];
  });
}
