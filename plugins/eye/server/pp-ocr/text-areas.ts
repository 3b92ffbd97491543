/** An upright box of pixels. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How likely a pixel has to be text to belong to some, and a whole area to be some. */
const [PIXEL, AREA] = [0.3, 0.6];
/** Sides of an area that is too small to be read, in pixels of the map. */
const LEAST_SIDE = 3;
/** The detector finds the core of lines; this much of their area over their outline is missing around it. */
const UNCLIP = 1.6;

/**
 * The areas of text in a map that says of each pixel how likely it is text: a box around each connected piece.
 * @returns boxes in pixels of the map, within it
 */
export function textAreas(map: Float32Array, width: number, height: number): Area[] {
  const seen = new Uint8Array(width * height);
  const stack: number[] = [];
  const areas: Area[] = [];
  for (let start = 0; start < map.length; start++) {
    if (seen[start] === 1 || (map[start] ?? 0) <= PIXEL) continue;
    let [left, top, right, bottom] = [width, height, 0, 0];
    let [sum, count] = [0, 0];
    const reach = (at: number): void => {
      if (seen[at] === 1 || (map[at] ?? 0) <= PIXEL) return;
      seen[at] = 1;
      stack.push(at);
    };
    reach(start);
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)];
      sum += map[at] ?? 0;
      count += 1;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
      if (x > 0) reach(at - 1);
      if (x < width - 1) reach(at + 1);
      if (y > 0) reach(at - width);
      if (y < height - 1) reach(at + width);
    }
    const [across, down] = [right - left + 1, bottom - top + 1];
    if (across < LEAST_SIDE || down < LEAST_SIDE || sum / count < AREA) continue;
    const more = (across * down * UNCLIP) / (2 * (across + down));
    const [x, y] = [Math.max(0, left - more), Math.max(0, top - more)];
    areas.push({
      ...{ x, y },
      width: Math.min(width, right + 1 + more) - x,
      height: Math.min(height, bottom + 1 + more) - y,
    });
  }
  return areas;
}
