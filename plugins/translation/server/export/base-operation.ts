import { z } from 'zod';

import { UNCHANGED } from '#core/contract/reframe.ts';
import { joinRanges } from '#core/server/services/media/cut/choose-frames.ts';
import { exactCut } from '#core/server/services/media/cut/exact-cut.ts';
import type { PictureChange } from '#core/server/services/media/cut/picture-change.ts';
import { inspectMaterial } from '#core/server/services/media/inspect-material.ts';
import { defineOperation } from '#core/server/services/media/operation.ts';
import { readSource } from '#core/server/services/media/operations/read-source.ts';

import { shownFrames } from './shown-frames.ts';

/** Key frames that are made, at most: ffmpeg is told each. */
const MOST_KEYS = 2_000;

/** When lines are shown, in milliseconds of the video. */
const spansSchema = z.array(z.strictObject({ start: z.int().min(0), end: z.int().min(0) }));
export type Spans = z.output<typeof spansSchema>;

/**
 * The video with a key frame behind each line: what follows a line is encoded once here, instead of again in each
 * language. Its output are the files of a cut.
 */
export const baseOperation = defineOperation({
  ...{ name: 'translation.base', version: 1, params: z.strictObject({ spans: spansSchema }) },
  cost: ({ spans }) => 1 + spans.length * 0.3,
  async build({ runner, sources: [video], folder, signal, progress }, { spans }) {
    if (video === undefined) throw new TypeError('translation.base: takes a video');
    const { name } = video;
    await readSource(video, async (path) => {
      const material = await inspectMaterial(runner, path, { minSeconds: 0, name }, signal);
      await exactCut(runner, {
        ...{ path, name, material, from: 0, to: null, reframe: UNCHANGED, folder, signal, onProgress: progress },
        change: (times, end) => keysBehind(spans, { times, end }),
      });
    });
  },
});

/** Changes nothing but where key frames are. */
function keysBehind(spans: Spans, video: { times: readonly number[]; end: number }): PictureChange {
  return {
    frames: [],
    keys: joinRanges(shownFrames(spans, video))
      .map(({ last }) => last)
      .filter((frame) => frame < video.times.length)
      .slice(0, MOST_KEYS),
    draw: () => Promise.resolve({ graph: (input, output) => `[${input}]null[${output}]` }),
  };
}
