import type { MediaRunner } from '#core/server/services/media/runner.ts';

import { makeClip } from '../media-kit.ts';

export interface HdrClipOptions {
  transfer?: 'smpte2084' | 'arib-std-b67';
  /** As x265 names them; `undef` for a file that does not say. */
  primaries?: string;
  matrix?: string;
  /** Chroma of the whole picture; 512 is grey. */
  chroma?: { cb: number; cr: number };
  /** Pixels as they are stored. */
  size?: string;
  /** The picture's ratio as it is meant to be seen. */
  aspect?: string;
}

/** Makes a clip of five upright bars in PQ or HLG, each brighter than the one on its left. */
export function hdrClip(
  runner: MediaRunner,
  folder: string,
  name: string,
  options: HdrClipOptions = {},
): Promise<string> {
  const {
    transfer = 'smpte2084',
    primaries = 'bt2020',
    matrix = 'bt2020nc',
    size = '320x180',
    aspect = '16:9',
  } = options;
  const { cb, cr } = options.chroma ?? { cb: 512, cr: 512 };
  const bars = `geq=lum='64+876*floor(X/W*4+1)/8':cb=${cb}:cr=${cr}`;
  const tags = `colorprim=${primaries}:transfer=${transfer}:colormatrix=${matrix}`;
  return makeClip(
    runner,
    folder,
    ...[
      '-f',
      'lavfi',
      '-i',
      `color=black:s=16x10:r=25:d=1.2,format=yuv420p10le,${bars},scale=${size.replace('x', ':')}:flags=neighbor`,
    ],
    ...['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', `log-level=error:${tags}`],
    ...['-pix_fmt', 'yuv420p10le', '-aspect', aspect, name],
  );
}
