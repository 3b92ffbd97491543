/** How a wall is laid out, in pixels. */
export interface WallShape {
  columns: number;
  /** Height of a cell. */
  height: number;
  gap: number;
  /** Beside the cells. */
  edge: number;
}

const GAP = 4;
/** Below this width it is held in one hand. */
const PHONE = 560;

/**
 * Lays out so many pixels for pictures of a shape: tall ones stand closer than wide ones.
 * @param ratio such as `9:16`
 */
export function wallShape(ratio: string, width: number): WallShape {
  const [wide = 9, high = 16] = ratio.split(':').map(Number);
  const isPhone = width < PHONE;
  const edge = isPhone ? 12 : 24;
  const inner = Math.max(1, width - 2 * edge);
  const least = Math.max(isPhone ? 104 : 132, (isPhone ? 96 : 150) * Math.sqrt(wide / high));
  const columns = Math.max(isPhone ? 2 : 3, Math.floor((inner + GAP) / (least + GAP)));
  const cell = (inner + GAP) / columns - GAP;
  return { columns, height: Math.round((cell * high) / wide), gap: GAP, edge };
}
