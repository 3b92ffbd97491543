/** Draws with the modules of the preview, and answers the light of each pixel, base64. */
export const PREVIEW_PAGE = `<!doctype html><script type="importmap">{"imports":{"#core/":"/core/","#plugins/":"/plugins/"}}</script>
<script type="module">
import { drawTransition } from '/plugins/mixing/web/preview/draw-transition.ts';
import { drawPicture } from '/plugins/mixing/web/preview/draw-picture.ts';
import { createTransitionPictures } from '/plugins/mixing/web/preview/transition-pictures.ts';
import { drawCaptions } from '/plugins/mixing/web/preview/draw-captions.ts';
import { drawFaded } from '/plugins/mixing/web/parts/draw-faded.ts';
import { faceKey } from '/plugins/mixing/web/preview/caption-fonts.ts';
import { pageFonts } from '/plugins/mixing/web/editor/store/font-shelf.ts';
const canvases = new Map();
const canvasOf = (name) => canvases.get(name);
const load = ({ name, width, height, rgb }) => {
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d');
  const image = pen.createImageData(width, height);
  const bytes = Uint8Array.fromBase64(rgb);
  for (let at = 0; at < image.data.length; at++) image.data[at] = at % 4 === 3 ? 255 : bytes[(at >> 2) * 3 + (at % 4)];
  pen.putImageData(image, 0, 0);
  canvases.set(name, canvas);
};
const fontsOf = (style, families) => (families === '' ? {} : { [faceKey(style)]: { families, characters: 1 } });
const light = (canvas) => {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const light = new Uint8ClampedArray(data.length / 4);
  for (let at = 0; at < light.length; at++)
    light[at] = 0.2126 * data[at * 4] + 0.7152 * data[at * 4 + 1] + 0.0722 * data[at * 4 + 2];
  return new Uint8Array(light.buffer).toBase64();
};
const colour = (canvas) => {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return new Uint8Array(data.filter((_, at) => at % 4 !== 3).buffer).toBase64();
};
globalThis.drawn = {
  load,
  add: ({ family, font, descriptors }) => pageFonts().add(family, font, descriptors).then(() => true),
  transition({ kind, part, output }) {
    const canvas = new OffscreenCanvas(output.width, output.height);
    drawTransition(canvas.getContext('2d', { alpha: false }), kind, canvasOf('from'), canvasOf('to'), part);
    return light(canvas);
  },
  again({ kind, output }) {
    const pen = new OffscreenCanvas(output.width, output.height).getContext('2d', { alpha: false });
    const picturesOf = createTransitionPictures();
    for (const part of [0.2, 0.5, 0.8]) {
      const pictures = picturesOf(kind, output.width, output.height);
      drawTransition(pen, kind, pictures[0].canvas, pictures[1].canvas, part);
    }
  },
  picture({ source, output, fit, mirror, faded, style, text, families, isColour }) {
    const canvas = new OffscreenCanvas(output.width, output.height);
    const pen = canvas.getContext('2d', { alpha: false });
    const picture = canvasOf(source);
    const draw = (on, x, y, width, height) => on.drawImage(picture, x, y, width, height);
    drawPicture(pen, { displayWidth: picture.width, displayHeight: picture.height, draw }, { fit, mirror, output });
    if (faded !== undefined) {
      pen.save();
      drawFaded(pen, { params: { amount: faded }, frame: 0, frames: 1, fps: 30 });
      pen.restore();
    }
    if (text) drawCaptions(pen, [{ style, events: [{ start: 0, end: 1, text }] }], 0, fontsOf(style, families));
    return isColour ? colour(canvas) : light(canvas);
  },
};
</script>`;
