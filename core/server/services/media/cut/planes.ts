/** The three planes of a picture of eight bits whose colours have half its size, in one block of memory. */
export interface Planes {
  width: number;
  height: number;
  light: Uint8Array;
  blue: Uint8Array;
  red: Uint8Array;
}

/** Bytes that the planes of a picture take; both sides are even. */
export const planesSize = (width: number, height: number): number => (width * height * 3) / 2;

/** The planes of a picture that lies below others of its width in a taller one. @param number from 0, from the top */
export function planesWithin(block: Uint8Array, width: number, height: number, number: number, count: number): Planes {
  const [whole, half] = [width * height, (width * height) / 4];
  const colours = whole * count;
  const at = (from: number, size: number) => block.subarray(from + number * size, from + (number + 1) * size);
  return { width, height, light: at(0, whole), blue: at(colours, half), red: at(colours + half * count, half) };
}
