import type { Reframe } from '#core/contract/reframe.ts';

import type { Material } from '../inspect-material.ts';
import { untrustedInput } from '../runner.ts';
import type { FrameRange, ShownFrames } from './choose-frames.ts';
import { EVEN_RATE, type ChangedPicture, type StretchReading } from './picture-change.ts';
import { reframeFilter } from './reframe-filter.ts';

/** Frames that are read to be encoded anew. */
export interface UprightFrames {
  path: string;
  material: Material;
  reframe: Reframe;
  shown: ShownFrames;
  isInterlaced: boolean;
}

/**
 * How frames of a material are read whose pictures are encoded anew: upright, in square pixels and BT.709.
 * @param begin the time of the first one, in ticks, that counts as 0
 * @throws what `reframeFilter` throws
 */
export function readUpright(
  { path, material, reframe, shown, isInterlaced }: UprightFrames,
  begin: number,
): { picture: ChangedPicture; read(stretch: FrameRange): StretchReading } {
  const { video, startTime } = material;
  const { times, end, scale } = shown;
  const { filters, width, height } = reframeFilter(video, reframe, begin / scale - startTime);
  return {
    picture: { width, height, pixelFormat: 'yuv420p', rotation: 0, matrix: 'bt709', isFullRange: false },
    read({ first, last }) {
      const [from, to] = [times[first] ?? end, times[last] ?? end];
      const chain = [
        `[0:${video.index}]trim=start_pts=${from}:end_pts=${to}`,
        `setpts=PTS-${begin}`,
        // One frame of two fields stays one frame.
        ...(isInterlaced ? ['bwdif=mode=send_frame:deint=interlaced', `settb=1/${scale}`] : []),
        ...filters,
      ];
      const seek = from > 0 ? ['-seek_timestamp', '1', '-ss', (from / scale).toFixed(6), '-noaccurate_seek'] : [];
      return { input: ['-threads', '1', '-copyts', ...seek, ...untrustedInput(path)], chain: chain.join(',') };
    },
  };
}

/** The same in an even rhythm, as changes are drawn. */
export const evenly = ({ input, chain }: StretchReading): StretchReading => ({
  input,
  chain: `${chain},settb=1/${EVEN_RATE},setpts=N`,
});
