import type { ServerContext } from '#core/server/plugins/context.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { materialNode, readMaterial } from '#core/server/services/media/operations/material.ts';
import { readShots, shotsNode } from '#core/server/services/media/shots/shots-node.ts';
import { watchedNode } from '#core/server/services/media/shots/watched-node.ts';
import { fail } from '#core/contract/errors.ts';
import { EYE } from '#plugins/eye/server/api.ts';
import type { Footage } from '#plugins/pieces/footage.ts';

import { MEASURES, readMeasures } from './operation.ts';

/** Chinese and English are read together, and what it says does not matter. */
const LANGUAGE = 'zh';

/** The share of the work that reading text is, where it is read. */
const TEXT_SHARE = 0.8;

/**
 * Measures a video, unless its bytes were measured before by anybody.
 * @param options.hasText whether text is looked for, which takes several times as long as all else
 * @throws what damaged materials are told by; expected `pieces:eye-missing` (503), and what the eye says
 */
export async function measureVideo(
  ctx: Pick<ServerContext, 'media' | 'use'>,
  source: NodeSource,
  { hasText, signal, progress }: { hasText: boolean; signal: AbortSignal; progress(done: number): void },
): Promise<Footage> {
  const { runner, graph, node } = ctx.media;
  const share = hasText ? 1 - TEXT_SHARE : 1;
  const inspected = materialNode(runner, source);
  const material = await graph.make([inspected], ([made = '']) => readMaterial(made, source.name, { minSeconds: 0 }), {
    signal,
  });
  const shots = shotsNode(runner, source, material);
  const inputs = [inspected, watchedNode(runner, source, material), shots];
  const measures = node(MEASURES, { seconds: material.duration }, { inputs, sources: [source] });
  const measured = await graph.make(
    [shots, measures],
    async ([found = '', made = '']) => ({ shots: await readShots(found), ...(await readMeasures(made)) }),
    { signal, onProgress: (done) => progress(done * share) },
  );
  if (!hasText) return { ...measured, texts: null };
  const eye = ctx.use(EYE) ?? fail('pieces:eye-missing', {}, { kind: 'unavailable' });
  const onProgress = (done: number) => progress(share + done * TEXT_SHARE);
  const { cues } = await eye.readVideo(source, { language: LANGUAGE, signal, onProgress });
  return { ...measured, texts: cues.map(({ from, to }) => ({ from, to })) };
}
