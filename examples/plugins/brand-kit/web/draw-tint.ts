import type { EffectDrawing } from '@reelport/core/plugins/mixing';

/** Draws what server/tint.ts has ffmpeg do. */
export const drawTint: EffectDrawing = {
  name: 'brand-kit.tint',
  draw(pen, { params: { color, amount } }) {
    pen.globalAlpha = Number(amount);
    pen.fillStyle = String(color);
    pen.fillRect(0, 0, pen.canvas.width, pen.canvas.height);
  },
};
