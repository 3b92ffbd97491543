import { z } from 'zod';

import { pathAt } from './follow-path.ts';

const share = z.number().min(0).max(1);

/** Rounding of shares that were computed from pixels. */
const NEAR = 1e-6;

/** A box in a picture as it is seen, in shares of its sides from the upper left corner. */
export const boxSchema = z
  .strictObject({ x: share, y: share, width: share, height: share })
  .refine(({ width, height }) => width > 0 && height > 0, { error: 'a box has an area' })
  .refine(({ x, y, width, height }) => x + width <= 1 + NEAR && y + height <= 1 + NEAR, {
    error: 'a box lies within the picture',
  });
export type Box = z.output<typeof boxSchema>;

/** Points that a path may have at most. */
export const MOST_POINTS = 100;

const pointSchema = z.strictObject({ time: z.number().min(0), x: share, y: share });

/**
 * Which part of a material is shown, and how. The part is chosen in the upright picture; then it is turned, then
 * flipped, then scaled.
 */
export const reframeSchema = z.strictObject({
  /** What the part is; all of the picture when null. */
  part: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('box'), box: boxSchema }),
      z.strictObject({
        kind: z.literal('ratio'),
        /** Width and height of what is shown in the end, which only their ratio matters of. */
        width: z.number().int().min(1).max(100),
        height: z.number().int().min(1).max(100),
        /**
         * What the part keeps in its middle, as far as the picture reaches: seconds of the material and shares of its
         * sides, in order of time. The middle of the picture when empty.
         */
        path: z
          .array(pointSchema)
          .max(MOST_POINTS)
          .refine((path) => path.every(({ time }, at) => time > (path[at - 1]?.time ?? -1)), {
            error: 'points are in order of time',
          }),
      }),
    ])
    .nullable(),
  /** Degrees clockwise. */
  turn: z.literal([0, 90, 180, 270]),
  flipAcross: z.boolean(),
  flipDown: z.boolean(),
  /** Pixels of the shorter side in the end; null leaves every pixel as large as it is. */
  shortSide: z.number().int().min(120).max(2160).nullable(),
});
export type Reframe = z.output<typeof reframeSchema>;

/** Shows everything as it is. */
export const UNCHANGED: Reframe = { part: null, turn: 0, flipAcross: false, flipDown: false, shortSide: null };

/** Whether pictures stay what they are. */
export const isUnchanged = ({ part, turn, flipAcross, flipDown, shortSide }: Reframe): boolean =>
  part === null && turn === 0 && !flipAcross && !flipDown && shortSide === null;

/**
 * The part of a picture that is shown at a moment.
 * @param size of the upright picture, in square pixels
 * @param time seconds of the material
 */
export function partAt(
  { part, turn }: Pick<Reframe, 'part' | 'turn'>,
  size: { width: number; height: number },
  time: number,
): Box {
  if (part === null) return { x: 0, y: 0, width: 1, height: 1 };
  if (part.kind === 'box') return part.box;
  const wanted = turn % 180 === 0 ? part.width / part.height : part.height / part.width;
  const relative = (wanted * size.height) / size.width;
  const [width, height] = relative >= 1 ? [1, 1 / relative] : [relative, 1];
  const within = (middle: number, length: number) => Math.max(0, Math.min(1 - length, middle - length / 2));
  return {
    ...{ width, height },
    x: within(pathAt(part.path, 'x', time), width),
    y: within(pathAt(part.path, 'y', time), height),
  };
}

/** The largest even number of pixels within a length. */
export const evenPixels = (pixels: number): number => Math.max(2, 2 * Math.floor(pixels / 2 + 1e-6));

/** Pixels of what is shown in the end. @param size of the upright picture, in square pixels */
export function reframedSize(
  reframe: Reframe,
  size: { width: number; height: number },
): { width: number; height: number } {
  const part = partAt(reframe, size, 0);
  const [across, down] = [part.width * size.width, part.height * size.height];
  const scale = reframe.shortSide === null ? 1 : reframe.shortSide / Math.min(across, down);
  const [width, height] = [evenPixels(across * scale), evenPixels(down * scale)];
  return reframe.turn % 180 === 0 ? { width, height } : { width: height, height: width };
}
