/** The items of `mixing`'s slot `mixing.effects`: how the editor's preview draws an effect. */
export interface EffectDrawing {
  name: string;
  draw(
    pen: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
    shot: { params: Readonly<Record<string, number | boolean | string>> },
  ): void;
}

/** Draws what server/tint.ts has ffmpeg do. */
export const drawTint: EffectDrawing = {
  name: 'brand-kit.tint',
  draw(pen, { params: { color, amount } }) {
    pen.globalAlpha = Number(amount);
    pen.fillStyle = String(color);
    pen.fillRect(0, 0, pen.canvas.width, pen.canvas.height);
  },
};
