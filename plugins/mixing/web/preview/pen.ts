/** What everything here draws on. */
export type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
