import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { cutFactsSchema, type CutFacts } from '#core/contract/cut-facts.ts';
import { UNCHANGED } from '#core/contract/reframe.ts';
import { slowStretchSchema, type SlowStretch } from '#core/contract/slow-stretches.ts';
import { CUT_FILES, exactCut } from '#core/server/services/media/cut/exact-cut.ts';
import { inspectMaterial } from '#core/server/services/media/inspect-material.ts';
import type { Media } from '#core/server/services/media/media.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { defineOperation } from '#core/server/services/media/operation.ts';
import { readSource } from '#core/server/services/media/operations/read-source.ts';

import { inSeconds } from './slow-seconds.ts';

/** CPU seconds that a second of what is slower takes. */
const COST_OF_SECOND = 0.7;

/**
 * The pictures of a video, some stretches of which are shown slower: these are encoded again at the same rate, and all
 * others copied. Its output are the files of a cut, without sound.
 */
export const slowPictureOperation = defineOperation({
  ...{
    name: 'translation.slow-picture',
    version: 1,
    params: z.strictObject({ stretches: z.array(slowStretchSchema) }),
  },
  cost: ({ stretches }) => 1 + (stretches.reduce((sum, { from, to }) => sum + to - from, 0) / 1000) * COST_OF_SECOND,
  async build({ runner, sources: [video], folder, signal, progress }, { stretches }) {
    if (video === undefined) throw new TypeError('translation.slow-picture: takes a video');
    const { name } = video;
    await readSource(video, async (path) => {
      const material = await inspectMaterial(runner, path, { minSeconds: 0, name }, signal);
      await exactCut(runner, {
        ...{ path, name, material, from: 0, to: null, reframe: UNCHANGED, folder, signal, onProgress: progress },
        change: () => ({
          ...{ frames: [], slower: inSeconds(stretches) },
          draw: () => Promise.resolve({ graph: (input, output) => `[${input}]null[${output}]` }),
        }),
      });
    });
  },
});

/** Uses the pictures of a video that is slower in some stretches, given in milliseconds. */
export async function slowPictures<T>(
  media: Pick<Media, 'graph' | 'node'>,
  { source, stretches, signal }: { source: NodeSource; stretches: readonly SlowStretch[]; signal: AbortSignal },
  use: (path: string, facts: CutFacts) => Promise<T>,
): Promise<T> {
  const node = media.node(slowPictureOperation, { stretches: [...stretches] }, { sources: [source] });
  return await media.graph.make(
    [node],
    async ([made = '']) => {
      const facts = cutFactsSchema.parse(JSON.parse(await readFile(join(made, CUT_FILES.facts), 'utf8')));
      return await use(join(made, CUT_FILES.video), facts);
    },
    { signal },
  );
}
