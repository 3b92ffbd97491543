import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { dissolveGrain, dissolveMask, type GrainSize } from '#core/contract/dissolve.ts';

import type { RenderNode } from '../render-graph.ts';
import type { MediaRunner } from '../runner.ts';
import { CLIP_FILES } from './clip.ts';
import type { Picture } from '#core/contract/picture.ts';
import { SEGMENT_FORMAT, segmentEncoder } from './segment-encoder.ts';
import type { Transition } from '#core/contract/transitions.ts';
import { verifySegment } from './verify-segment.ts';

/** Files in the output folder of a joint node. */
export const JOINT_FILES = { body: 'joint.mp4' } as const;

/** The mask of a dissolving joint, while it is built. */
const GRAIN = 'grain.yuv';

/** Must change whenever the grain does. */
const GRAIN_FORMAT = 1;

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
  const dissolves = transition === 'dissolve';
  return {
    operation: 'joint',
    params: { format: SEGMENT_FORMAT, transition, frames, picture, ...(dissolves ? { grain: GRAIN_FORMAT } : {}) },
    inputs: [from, to],
    weight: (frames * 1.7 + 4) * picture.width * picture.height * 2e-8,
    async build(work) {
      const [leaving, coming] = work.inputs;
      if (leaving === undefined || coming === undefined) {
        throw new TypeError('jointNode: two inputs are needed');
      }
      const even = `setpts=N/${picture.fps}/TB,fps=${picture.fps},format=yuv420p`;
      const seconds = frames / picture.fps;
      const grain = dissolveGrain(picture);
      if (dissolves) await writeFile(join(work.folder, GRAIN), grainFrames(grain, frames));
      const { width, height } = picture;
      const blend = dissolves
        ? `[2:v]scale=${width}:${height}:flags=bilinear,format=yuv420p[grain];[a][b][grain]maskedmerge`
        : `[a][b]xfade=transition=${transition}:duration=${seconds}:offset=0`;
      const graph = [
        `[0:v]${even}[a]`,
        `[1:v]${even}[b]`,
        // xfade outputs its last frame one tick late, so timestamps are reassigned at the end.
        `${blend},format=yuv420p,trim=end_frame=${frames},setpts=N/${picture.fps}/TB[joint]`,
      ];
      const grainInput = ['-f', 'rawvideo', '-pix_fmt', 'yuv444p', '-s', `${grain.width}x${grain.height}`];
      await runner.ffmpeg({
        cwd: work.folder,
        signal: work.signal,
        nice: 10,
        args: [
          '-xerror',
          ...[
            '-threads',
            '1',
            '-i',
            join(leaving, CLIP_FILES.tail),
            '-threads',
            '1',
            '-i',
            join(coming, CLIP_FILES.head),
          ],
          ...(dissolves ? [...grainInput, '-r', String(picture.fps), '-i', GRAIN] : []),
          ...['-filter_complex_threads', '1', '-filter_complex', graph.join(';')],
          ...['-map', '[joint]', ...segmentEncoder(picture), JOINT_FILES.body],
        ],
      });
      if (dissolves) await rm(join(work.folder, GRAIN));
      await verifySegment(work.folder, JOINT_FILES.body, frames, picture);
    },
  };
}

/** Masks for light and both colours, frame after frame. */
function grainFrames(grain: GrainSize, frames: number): Buffer {
  return Buffer.concat(
    Array.from({ length: frames }, (_, index) => {
      const mask = dissolveMask(grain, index / frames);
      return Buffer.concat([mask, mask, mask]);
    }),
  );
}
