import { fail } from '#core/contract/errors.ts';
import type { ChangedPicture } from '#core/server/services/media/cut/picture-change.ts';
import type { PixelBox } from '#core/server/services/media/cut/pixel-boxes.ts';
import { planesSize, planesWithin, type Planes } from '#core/server/services/media/cut/planes.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';

import { codeColour } from './colours.ts';

/** Pixels of a side of an image; larger ones are refused before they are decoded. */
const LARGEST_SIDE = 10_000;
const DECODE_SECONDS = 60;

/** An image of the size of a mask: its planes, and how much of each pixel is seen. */
export interface FittedImage {
  planes: Planes;
  alpha: Uint8Array;
}

/** Fits an image into boxes of any size, each time as the picture stores it. */
export type ImageFitter = (width: number, height: number) => FittedImage;

/**
 * Reads an image that fills masks.
 * @param largest pixels of the largest mask
 * @throws expected `mask:image-broken`
 */
export async function readOverlay(
  source: NodeSource,
  picture: ChangedPicture,
  largest: { width: number; height: number },
): Promise<ImageFitter> {
  const { default: sharp } = await import('sharp');
  const { data, info } = await source
    .read((path) =>
      sharp(path, { limitInputPixels: LARGEST_SIDE ** 2, failOn: 'error' })
        .timeout({ seconds: DECODE_SECONDS })
        .autoOrient()
        .rotate((360 - picture.rotation) % 360)
        .resize({ ...largest, fit: 'outside', withoutEnlargement: true })
        .toColourspace('srgb')
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true }),
    )
    .catch((cause: unknown) => fail('mask:image-broken', { name: source.name }, { kind: 'invalid', cause }));
  const image = { width: info.width, height: info.height, pixels: new Uint8Array(data) };
  let last: { width: number; height: number; fitted: FittedImage } | undefined;
  return (width, height) => {
    if (last?.width !== width || last.height !== height) {
      last = { width, height, fitted: fitted(image, picture, width, height) };
    }
    return last.fitted;
  };
}

function fitted(
  image: { width: number; height: number; pixels: Uint8Array },
  picture: ChangedPicture,
  width: number,
  height: number,
): FittedImage {
  const planes = planesWithin(new Uint8Array(planesSize(width, height)), width, height, 0, 1);
  const alpha = new Uint8Array(width * height);
  // Shown as large as covers the box, its middle in the middle.
  const step = Math.min(image.width / width, image.height / height);
  const [left, top] = [(image.width - width * step) / 2, (image.height - height * step) / 2];
  const at = (x: number, y: number): [number, number, number, number] => {
    const [across, down] = [left + (x + 0.5) * step - 0.5, top + (y + 0.5) * step - 0.5];
    const [x0, y0] = [Math.max(0, Math.floor(across)), Math.max(0, Math.floor(down))];
    const [x1, y1] = [Math.min(image.width - 1, x0 + 1), Math.min(image.height - 1, y0 + 1)];
    const [u, v] = [Math.max(0, across - x0), Math.max(0, down - y0)];
    const channel = (number: number) => {
      const value = (column: number, row: number) => image.pixels[(row * image.width + column) * 4 + number] ?? 0;
      const [above, below] = [value(x0, y0) * (1 - u) + value(x1, y0) * u, value(x0, y1) * (1 - u) + value(x1, y1) * u];
      return above * (1 - v) + below * v;
    };
    return [channel(0), channel(1), channel(2), channel(3)];
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [red, green, blue, seen] = at(x, y);
      const [light, ofBlue, ofRed] = codeColour([red, green, blue], picture);
      planes.light[y * width + x] = light;
      alpha[y * width + x] = Math.round(seen);
      if (x % 2 !== 0 || y % 2 !== 0) continue;
      const half = (y / 2) * (width / 2) + x / 2;
      planes.blue[half] = ofBlue;
      planes.red[half] = ofRed;
    }
  }
  return { planes, alpha };
}

/** Puts an image into a box of a picture. */
export function drawImage(to: Planes, box: PixelBox, { planes: from }: FittedImage): void {
  const copy = (target: Uint8Array, stride: number, source: Uint8Array, width: number, step: number) => {
    const rows = source.length / width;
    for (let y = 0; y < rows; y++) {
      target.set(source.subarray(y * width, (y + 1) * width), (box.top / step + y) * stride + box.left / step);
    }
  };
  copy(to.light, to.width, from.light, from.width, 1);
  copy(to.blue, to.width / 2, from.blue, from.width / 2, 2);
  copy(to.red, to.width / 2, from.red, from.width / 2, 2);
}
