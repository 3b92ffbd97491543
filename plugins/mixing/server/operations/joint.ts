import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { dissolveGrain, dissolveMask } from '#plugins/mixing/dissolve.ts';

import type { RenderNode } from '#core/server/services/media/render-graph.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';
import { CLIP_FILES } from './clip.ts';
import type { Picture } from '#core/contract/picture.ts';
import { SEGMENT_FORMAT, segmentEncoder } from '#core/server/services/media/operations/segment-encoder.ts';
import type { Transition } from '#plugins/mixing/transitions.ts';
import { verifySegment } from '#core/server/services/media/operations/verify-segment.ts';

/** Files in the output folder of a joint node. */
export const JOINT_FILES = { body: 'joint.mp4' } as const;

/** The pictures of a mask, while a joint is built. */
const MASK = 'mask.yuv';

/** Must change whenever a mask does. */
const MASK_FORMAT = 2;

export interface JointOptions {
  /** The outgoing clip; it must reserve `frames` frames for a transition after it. */
  from: RenderNode;
  /** The incoming clip; it must reserve as many for a transition before it. */
  to: RenderNode;
  transition: Transition;
  frames: number;
  picture: Picture;
}

/** The node of one transition: blends the last frames of a clip into the first of the next. */
export function jointNode(runner: MediaRunner, options: JointOptions): RenderNode {
  const { from, to, transition, frames, picture } = options;
  const mask = maskOf(transition, picture);
  return {
    operation: 'joint',
    params: { format: SEGMENT_FORMAT, transition, frames, picture, ...(mask === null ? {} : { mask: MASK_FORMAT }) },
    inputs: [from, to],
    weight: (frames * 1.7 + 4) * picture.width * picture.height * 2e-8,
    async build(work) {
      const [leaving, coming] = work.inputs;
      if (leaving === undefined || coming === undefined) {
        throw new TypeError('jointNode: two inputs are needed');
      }
      const even = `setpts=N/${picture.fps}/TB,fps=${picture.fps},format=yuv420p`;
      const seconds = frames / picture.fps;
      if (mask !== null) await writeFile(join(work.folder, MASK), maskFrames(mask, frames));
      const blend =
        mask === null
          ? `[a][b]xfade=transition=${transition}:duration=${seconds}:offset=0`
          : `[2:v]${scaled(mask, picture)}[mask];[a][b][mask]maskedmerge`;
      const graph = [
        `[0:v]${even}[a]`,
        `[1:v]${even}[b]`,
        // xfade outputs its last frame one tick late, so timestamps are reassigned at the end.
        `${blend},format=yuv420p,trim=end_frame=${frames},setpts=N/${picture.fps}/TB[joint]`,
      ];
      const maskInput = ['-f', 'rawvideo', '-pix_fmt', 'yuv444p', '-r', String(picture.fps)];
      await runner.ffmpeg({
        cwd: work.folder,
        signal: work.signal,
        nice: 10,
        args: [
          '-xerror',
          ...['-threads', '1', '-i', join(leaving, CLIP_FILES.tail)],
          ...['-threads', '1', '-i', join(coming, CLIP_FILES.head)],
          ...(mask === null ? [] : [...maskInput, '-s', `${mask.width}x${mask.height}`, '-i', MASK]),
          ...['-filter_complex_threads', '1', '-filter_complex', graph.join(';')],
          ...['-map', '[joint]', ...segmentEncoder(picture), JOINT_FILES.body],
        ],
      });
      if (mask !== null) await rm(join(work.folder, MASK));
      await verifySegment(work.folder, JOINT_FILES.body, frames, picture);
    },
  };
}

/** How much of the coming picture each place shows. */
interface Mask {
  width: number;
  height: number;
  /** Whether what lies between two places is in between. */
  isSmooth: boolean;
  /** Of 256 for each place, row by row. @param part runs from 0 to 1 */
  planeAt(part: number): Uint8Array;
}

/** Pixels across and down of a mask that is the same everywhere: the fewest that scale well. */
const EVEN = 8;

/** What blends a transition by a mask, for a tenth of what xfade costs; null for one that has none. */
function maskOf(transition: Transition, picture: Picture): Mask | null {
  if (transition === 'dissolve') {
    const grain = dissolveGrain(picture);
    return { ...grain, isSmooth: true, planeAt: (part) => dissolveMask(grain, part) };
  }
  if (transition === 'fade') {
    const planeAt = (part: number) => Buffer.alloc(EVEN * EVEN, Math.round(part * 256));
    return { width: EVEN, height: EVEN, isSmooth: false, planeAt };
  }
  return null;
}

/** The mask for light and both colours, frame after frame. */
function maskFrames({ planeAt }: Mask, frames: number): Buffer {
  return Buffer.concat(
    Array.from({ length: frames }, (_, index) => {
      const plane = planeAt(index / frames);
      return Buffer.concat([plane, plane, plane]);
    }),
  );
}

const scaled = ({ isSmooth }: Mask, { width, height }: Picture): string =>
  `scale=${width}:${height}:flags=${isSmooth ? 'bilinear' : 'neighbor'},format=yuv420p`;
