import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Material } from '#core/server/services/media/inspect-material.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { materialNode, readMaterial } from '#core/server/services/media/operations/material.ts';
import type { RenderNode } from '#core/server/services/media/render-graph.ts';
import { speechNode } from '#core/server/services/media/speech/speech-node.ts';

import type { AlignedWord, Aligner, KnownText } from '../api.ts';
import { ESPEAK_VOICES } from '../espeak/espeak-voices.ts';
import { ALIGN, readAligned } from './operation.ts';

/** Minutes that a text may be aligned with at once. */
const MOST_MINUTES = 60;

/** The aligner as other plugins see it. */
export function createAligner({ media }: Pick<ServerContext, 'media'>): Aligner {
  const { graph, runner, node } = media;

  function alignNode(source: NodeSource, material: Material, { text, language, span }: KnownText): RenderNode {
    const voice = voiceOf(text, language);
    if (material.audio === null) fail('engines:align.no-sound', {}, { kind: 'invalid' });
    const start = Math.min(material.duration, Math.max(0, span?.start ?? 0));
    const seconds = Math.min(material.duration, span?.end ?? Infinity) - start;
    if (seconds <= 0) fail('engines:align.no-speech', {}, { kind: 'invalid' });
    if (seconds > MOST_MINUTES * 60) fail('engines:align.too-long', { minutes: MOST_MINUTES }, { kind: 'invalid' });
    const inputs = [materialNode(runner, source), speechNode(runner, source, material)];
    return node(ALIGN, { text, voice, start, seconds }, { inputs, sources: [source] });
  }
  const look = (source: NodeSource, made = '') => readMaterial(made, source.name, { minSeconds: 0 });

  return {
    languages: Object.keys(ESPEAK_VOICES),

    async align(source, { signal, onProgress, ...known }) {
      const material = await graph.make([materialNode(runner, source)], ([made]) => look(source, made), { signal });
      const wanted = alignNode(source, material, known);
      return told(await graph.make([wanted], ([made = '']) => readAligned(made), { signal, onProgress }));
    },

    async recall(source, known) {
      const material = await graph.recall(materialNode(runner, source), (made) => look(source, made));
      if (material === null) return null;
      const words = await graph.recall(alignNode(source, material, known), readAligned);
      return words === null ? null : told(words);
    },
  };
}

/** @throws expected `engines:align.no-speech` (422) */
function told(words: AlignedWord[]): AlignedWord[] {
  return words.length === 0 ? fail('engines:align.no-speech', {}, { kind: 'invalid' }) : words;
}

/** @throws expected `core:speech.language`, `engines:align.no-words` (422) */
function voiceOf(text: string, language: string): string {
  const known = Object.keys(ESPEAK_VOICES).find((tag) => tag.split('-')[0] === language.split('-')[0]);
  const voice = known === undefined ? undefined : ESPEAK_VOICES[known];
  if (voice === undefined) return fail('core:speech.language', { language }, { kind: 'invalid' });
  if (!/[\p{L}\p{N}]/u.test(text)) fail('engines:align.no-words', {}, { kind: 'invalid' });
  return voice;
}
