/** Aspect ratio of an output. */
export const RATIOS = ['9:16', '16:9', '1:1', '3:4', '4:3', '4:5'] as const;
export type Ratio = (typeof RATIOS)[number];

/** The shorter side of an output in pixels. */
export const RESOLUTIONS = [480, 720, 1080] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** How a picture of another aspect ratio is fitted into the output's. */
export const FITS = ['crop', 'pad', 'blur'] as const;
export type Fit = (typeof FITS)[number];

/** The picture format that all segments of an output share. */
export interface Picture {
  /** Pixels, even. */
  width: number;
  height: number;
  /** Whole frames per second. */
  fps: number;
}

/** The format for an aspect ratio and a resolution, at 30 frames per second. */
export function pictureOf(ratio: Ratio, resolution: Resolution): Picture {
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  const short = Math.min(across, down);
  const side = (part: number) => 2 * Math.round((resolution * part) / short / 2);
  return { width: side(across), height: side(down), fps: 30 };
}

/** The output format of pictures of a size; undefined where no output has it. */
export function pictureOfSize(width: number, height: number): Picture | undefined {
  const all = RATIOS.flatMap((ratio) => RESOLUTIONS.map((resolution) => pictureOf(ratio, resolution)));
  return all.find((picture) => picture.width === width && picture.height === height);
}
