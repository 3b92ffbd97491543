import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { createGunzip } from 'node:zlib';

import { CannotCopy } from '#core/server/services/media/cut/cannot-copy.ts';
import type { FrameRange } from '#core/server/services/media/cut/choose-frames.ts';
import type { PictureChange } from '#core/server/services/media/cut/picture-change.ts';
import { planesSize } from '#core/server/services/media/cut/planes.ts';

import { drawFed, spansOf } from '../placed-texts.ts';
import { framesWith, type FrameTimes } from '../removal-change.ts';
import type { TextToRemove } from '../removal-params.ts';
import type { FoundText } from './find-text-operation.ts';
import { LAYERS } from './shot-node.ts';

/** What a service has filled. */
export interface FilledShots {
  found: FoundText;
  /** The frames of each shot's output, in order, and its folder. */
  shots: readonly { wanted: FrameRange; folder: string }[];
}

/**
 * The change that draws what a service has filled, and no pixel that is not text.
 * @throws expected `removal:nothing-removed` where no frame shows any
 */
export function filledChange(
  texts: readonly TextToRemove[],
  times: FrameTimes,
  { found, shots }: FilledShots,
): PictureChange {
  const { region, picture: looked } = found;
  const [width, height] = [region.right - region.left, (region.bottom - region.top) * 2];
  return {
    frames: framesWith(spansOf(texts, times)),
    async draw(stretch, picture) {
      // It was filled as players show it.
      if (!isDeepStrictEqual({ ...picture }, looked)) {
        throw new CannotCopy('encoding', 'the pictures are stored in another way than they were filled in');
      }
      if (width === 0) return { graph: (input, output) => `[${input}]null[${output}]` };
      const layers = () => layersOf(shots, stretch, planesSize(width, height));
      return { graph: drawFed(picture, region), layers: { width, height, frames: () => Readable.from(layers()) } };
    },
  };
}

/** @param bytes of the picture of a frame */
async function* layersOf(shots: FilledShots['shots'], stretch: FrameRange, bytes: number): AsyncGenerator<Uint8Array> {
  const nothing = new Uint8Array(bytes);
  let frame = stretch.first;
  for (const { wanted, folder } of shots) {
    const [first, last] = [Math.max(wanted.first, frame), Math.min(wanted.last, stretch.last)];
    if (last <= first) continue;
    for (; frame < first; frame++) yield nothing;
    let skipped = (first - wanted.first) * bytes;
    let left = (last - first) * bytes;
    for await (const piece of createReadStream(join(folder, LAYERS)).pipe(createGunzip())) {
      const own = (piece as Buffer).subarray(Math.min(skipped, (piece as Buffer).length)).subarray(0, left);
      skipped -= Math.min(skipped, (piece as Buffer).length);
      left -= own.length;
      if (own.length > 0) yield own;
      if (left === 0) break;
    }
    frame = last;
  }
  for (; frame < stretch.last; frame++) yield nothing;
}
