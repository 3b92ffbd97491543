import type { Box } from '#core/contract/reframe.ts';
import type { PreviewFrame } from '#core/web/studio/LivePreview.tsx';

import type { Look } from '#plugins/mask/mask-settings.ts';
import { boxesIn, type Track } from '#core/contract/box-track.ts';

/** A mask as it is drawn. */
export interface DrawnMask {
  look: Look;
  feather: number;
  tracks: readonly Track[];
}

/** Canvases that are drawn on between, each used again with the next frame. */
interface Canvases {
  small: OffscreenCanvas;
  layer: OffscreenCanvas;
  piece: OffscreenCanvas;
}

let canvases: Canvases | undefined;

const makeCanvases = (): Canvases => ({
  small: new OffscreenCanvas(1, 1),
  layer: new OffscreenCanvas(1, 1),
  piece: new OffscreenCanvas(1, 1),
});

/**
 * Draws masks over a frame, as the server will.
 * @param seen from when to when the frame is on screen, in seconds of the video
 * @param imageOf the image that fills a mask; undefined until it has arrived
 */
export function drawMasks(
  pen: CanvasRenderingContext2D,
  frame: PreviewFrame,
  masks: readonly DrawnMask[],
  seen: { time: number; until: number },
  imageOf: (id: string) => HTMLImageElement | undefined,
): void {
  canvases ??= makeCanvases();
  for (const { look, feather, tracks } of masks) {
    const boxes = tracks.flatMap((track) => boxesIn(track, seen)).flatMap((box) => pixelsOf(box, frame) ?? []);
    if (boxes.length === 0) continue;
    const image = look.kind === 'picture' ? imageOf(look.image) : undefined;
    if (look.kind === 'mosaic' || look.kind === 'blur') drawLayer(frame, look, canvases);
    for (const box of boxes) drawBox(pen, box, { look, feather, image }, canvases);
  }
}

/** A box in whole pixels of the canvas, as far as it lies on it. */
function pixelsOf({ x, y, width, height }: Box, canvas: { width: number; height: number }): Box | undefined {
  const [left, top] = [Math.max(0, Math.floor(x * canvas.width)), Math.max(0, Math.floor(y * canvas.height))];
  const right = Math.min(canvas.width, Math.ceil((x + width) * canvas.width));
  const bottom = Math.min(canvas.height, Math.ceil((y + height) * canvas.height));
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : undefined;
}

function clear(canvas: OffscreenCanvas, width: number, height: number): OffscreenCanvasRenderingContext2D | null {
  Object.assign(canvas, { width, height });
  return canvas.getContext('2d');
}

/** Draws the whole picture in squares, or out of focus. */
function drawLayer(
  { picture, width, height }: PreviewFrame,
  look: Extract<Look, { kind: 'mosaic' | 'blur' }>,
  { small, layer }: Canvases,
): void {
  const to = clear(layer, width, height);
  const side = Math.min(width, height);
  if (to === null) return;
  if (look.kind === 'blur' && 'filter' in to) {
    to.filter = `blur(${look.spread * side}px)`;
    to.drawImage(picture, 0, 0, width, height);
    return;
  }
  // Browsers without filters show large soft squares in place of a blur.
  const cell = Math.max(1, (look.kind === 'mosaic' ? look.cell : look.spread) * side);
  const [across, down] = [Math.max(1, Math.round(width / cell)), Math.max(1, Math.round(height / cell))];
  const from = clear(small, across, down);
  if (from === null) return;
  Object.assign(from, { imageSmoothingEnabled: true, imageSmoothingQuality: 'high' });
  from.drawImage(picture, 0, 0, across, down);
  to.imageSmoothingEnabled = look.kind === 'blur';
  to.drawImage(small, 0, 0, width, height);
}

interface DrawnLook {
  look: Look;
  feather: number;
  image: HTMLImageElement | undefined;
}

function drawBox(pen: CanvasRenderingContext2D, box: Box, { look, feather, image }: DrawnLook, own: Canvases): void {
  const piece = clear(own.piece, box.width, box.height);
  if (piece === null) return;
  if (look.kind === 'solid') {
    piece.fillStyle = look.colour;
    piece.fillRect(0, 0, box.width, box.height);
  } else if (look.kind === 'picture') {
    if (image !== undefined) drawCovering(piece, image, box);
  } else {
    piece.drawImage(own.layer, box.x, box.y, box.width, box.height, 0, 0, box.width, box.height);
  }
  if (feather > 0) soften(piece, box, feather);
  pen.drawImage(own.piece, box.x, box.y);
}

/** Draws an image as large as covers a box, its middle in the middle. */
function drawCovering(pen: OffscreenCanvasRenderingContext2D, image: HTMLImageElement, box: Box): void {
  const scale = Math.max(box.width / image.naturalWidth, box.height / image.naturalHeight);
  const [width, height] = [image.naturalWidth * scale, image.naturalHeight * scale];
  pen.drawImage(image, (box.width - width) / 2, (box.height - height) / 2, width, height);
}

/** Lets the edges fade: by a part of half of the shorter side. */
function soften(pen: OffscreenCanvasRenderingContext2D, { width, height }: Box, feather: number): void {
  const soft = (feather * Math.min(width, height)) / 2;
  pen.globalCompositeOperation = 'destination-in';
  for (const [x, y, length] of [
    [width, 0, width],
    [0, height, height],
  ] as const) {
    const gradient = pen.createLinearGradient(0, 0, x, y);
    gradient.addColorStop(0, 'transparent');
    gradient.addColorStop(soft / length, '#000');
    gradient.addColorStop(1 - soft / length, '#000');
    gradient.addColorStop(1, 'transparent');
    pen.fillStyle = gradient;
    pen.fillRect(0, 0, width, height);
  }
}
