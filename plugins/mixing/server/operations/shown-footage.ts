import { join } from 'node:path';

import { joinFingerprints, type Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';
import {
  FINGERPRINT_FORMAT,
  readFingerprint,
  writeFingerprint,
} from '#core/server/services/media/footage/fingerprint-file.ts';
import { FOOTAGE_RATE } from '#core/server/services/media/footage/small-frames.ts';
import type { RenderNode } from '#core/server/services/media/render-graph.ts';
import { CLIP_FILES } from './clip.ts';

/** The file in the output folder. */
const FILE = 'shown.footage';

/** A clip node, at the speed of its recording. */
export interface ShownClip {
  node: RenderNode;
  /** Seconds of the material at which it begins. */
  start: number;
}

/**
 * The node of what a material shows in the stretches that clips are made of, as far as they reach: a fingerprint of the
 * material for which it is not decoded once more.
 */
export function shownFootageNode(clips: readonly ShownClip[]): RenderNode {
  const starts = clips.map(({ start }) => Math.ceil(start * FOOTAGE_RATE - 0.01));
  return {
    operation: 'shown-footage',
    params: { footage: FINGERPRINT_FORMAT, starts },
    inputs: clips.map(({ node }) => node),
    weight: 0.01,
    async build(work) {
      const parts = await Promise.all(
        work.inputs.map(async (folder, index) => ({
          start: starts[index] ?? 0,
          footage: await readFingerprint(join(folder, CLIP_FILES.footage)),
        })),
      );
      await writeFingerprint(join(work.folder, FILE), joinFingerprints(parts));
    },
  };
}

/** Reads the output of a {@link shownFootageNode}. */
export function readShownFootage(folder: string): Promise<Fingerprint> {
  return readFingerprint(join(folder, FILE));
}
