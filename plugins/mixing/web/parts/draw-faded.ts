import type { EffectDrawing } from '#plugins/mixing/api.ts';

/** Takes colour out of a picture, as the server's `hue` filter does: grey laid over it takes its saturation away. */
export const drawFaded: EffectDrawing['draw'] = (pen, { params }) => {
  pen.globalCompositeOperation = 'saturation';
  pen.globalAlpha = Number(params['amount'] ?? 1);
  pen.fillStyle = '#808080';
  pen.fillRect(0, 0, pen.canvas.width, pen.canvas.height);
};
