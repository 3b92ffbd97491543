import { tracksOf } from '#core/contract/box-track.ts';
import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { materialNode, readMaterial } from '#core/server/services/media/operations/material.ts';
import { EYE } from '#plugins/eye/server/api.ts';

import { findsText, type Removal } from '../removal-settings.ts';
import type { TextToRemove } from './removal-params.ts';

/**
 * What is removed from a video: the boxes, and every text that is read where text is looked for.
 * @throws expected `removal:eye-missing`, and what reading text says
 */
export async function textsOf(
  { media, use }: ServerContext,
  video: NodeSource,
  { removals, language }: { removals: readonly Removal[]; language: string },
  { signal, progress }: { signal: AbortSignal; progress(done: number): void },
): Promise<TextToRemove[]> {
  const place = (cues: Parameters<typeof tracksOf>[1], shape: number) =>
    removals.flatMap((removal) =>
      tracksOf(removal, cues, shape).map((track): TextToRemove => ({ whole: removal.removes === 'all', track })),
    );
  if (!removals.some(findsText)) return place([], 1);
  const eye = use(EYE) ?? fail('removal:eye-missing', {}, { kind: 'unavailable' });
  const { cues } = await eye.readVideo(video, { language, signal, onProgress: (done) => progress(done) });
  const read = ([folder = '']: readonly string[]) => readMaterial(folder, video.name, { minSeconds: 0 });
  const { displayWidth, displayHeight } = (
    await media.graph.make([materialNode(media.runner, video)], read, { signal })
  ).video;
  return place(cues, displayWidth / displayHeight);
}
