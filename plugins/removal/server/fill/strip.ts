import type { PixelBox } from '#core/server/services/media/cut/pixel-boxes.ts';
import type { Planes } from '#core/server/services/media/cut/planes.ts';

// Whatever is decided of a pixel is decided of two by two, which share their colour: a cell.

/** Text in a frame of a strip. */
export interface Spot {
  /** The same as long as the same text is there. */
  id: number;
  /** Where it is, in pixels of the strip. */
  box: PixelBox;
  /** It is at rest, so that what stays as it is while the ground moves belongs to it. */
  rests: boolean;
  /** All of the box is removed, and not only strokes that are found in it. */
  whole: boolean;
}

/** A shift in pixels. */
export interface Shift {
  x: number;
  y: number;
}

/** A frame of the part of a video in which text is. */
export interface StripFrame {
  planes: Planes;
  spots: readonly Spot[];
  /** Frames with the same number have no cut between them. */
  shot: number;
  /** How far the ground has moved since the first frame. */
  moved: Shift;
  /** Strokes in each spot, cell by cell. */
  strokes: readonly Uint8Array[];
  /** Cells that are filled: 1. */
  mask: Uint8Array;
  /** Cells in which there may be text, before that is known well: 1. */
  suspects: Uint8Array;
}

/** A frame without its text. */
export interface FilledFrame {
  planes: Planes;
  /** Cells that differ from the frame: 1. */
  mask: Uint8Array;
  /** How many of them were seen in other frames, and how many were made up. */
  borrowed: number;
  interpolated: number;
}

/** Copies planes into memory of their own. */
export function copyPlanes({ width, height, light, blue, red }: Planes): Planes {
  return { width, height, light: light.slice(), blue: blue.slice(), red: red.slice() };
}

export const clamp = (value: number, least: number, most: number): number =>
  value < least ? least : value > most ? most : value;
