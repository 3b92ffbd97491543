import { tracksOf } from '#core/contract/box-track.ts';
import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Material } from '#core/server/services/media/inspect-material.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { materialNode, readMaterial } from '#core/server/services/media/operations/material.ts';
import { EYE } from '#plugins/eye/server/api.ts';

import { findsText, type Removal } from '../removal-settings.ts';
import type { TextToRemove } from './removal-params.ts';

/** How text is found. */
export interface FindWork {
  signal: AbortSignal;
  progress?(done: number): void;
}

/**
 * What is removed from a video: the boxes, and every text that is read where text is looked for.
 * @param work null to take what is known without reading anything
 * @returns null when that is not known
 * @throws expected `removal:eye-missing`, and what reading text says
 */
export async function textsOf(
  { media, use }: ServerContext,
  video: NodeSource,
  { removals, language }: { removals: readonly Removal[]; language: string },
  work: FindWork | null,
): Promise<TextToRemove[] | null> {
  const place = (cues: Parameters<typeof tracksOf>[1], shape: number) =>
    removals.flatMap((removal) =>
      tracksOf(removal, cues, shape).map((track): TextToRemove => ({ whole: removal.removes === 'all', track })),
    );
  if (!removals.some(findsText)) return place([], 1);
  const eye = use(EYE) ?? fail('removal:eye-missing', {}, { kind: 'unavailable' });
  const look = materialNode(media.runner, video);
  const read = (folder: string) => readMaterial(folder, video.name, { minSeconds: 0 });
  if (work === null) {
    const known = await eye.recallVideo(video, { language });
    const material = await media.graph.recall(look, read);
    return known === null || material === null ? null : place(known.cues, shapeOf(material));
  }
  const { signal, progress } = work;
  const { cues } = await eye.readVideo(video, { language, signal, onProgress: (done) => progress?.(done) });
  return place(cues, shapeOf(await media.graph.make([look], ([folder = '']) => read(folder), { signal })));
}

const shapeOf = ({ video: { displayWidth, displayHeight } }: Material): number => displayWidth / displayHeight;
