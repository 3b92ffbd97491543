/** What everything here draws on. */
export type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** A canvas brought to a size; what it shows stays where it has that size already, which spares making it anew. */
export function sized(
  canvas: OffscreenCanvas,
  width: number,
  height: number,
  options?: CanvasRenderingContext2DSettings,
): OffscreenCanvasRenderingContext2D | null {
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  return canvas.getContext('2d', options);
}
