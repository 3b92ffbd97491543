/** How a sheet of pictures, row by row, is laid out. */
export interface SheetLayout {
  columns: number;
  /** Pixels of one picture. */
  width: number;
  height: number;
  count: number;
}

/** A picture of a sheet. */
export interface TellingPicture {
  /** Its number, from 0. */
  at: number;
  /** Whether it shows anything: one that is black, white or plain does not, and is found where all others are. */
  tells: boolean;
}

/** A picture tells enough when it has this share of what the best one of the sheet tells. */
const ENOUGH = 0.6;
/** Standard deviation of luma, of 255, from which a picture counts as one of full contrast. */
const FULL_CONTRAST = 45;
/** Shades that luma is sorted into, to find plain grounds. */
const SHADES = 16;
/** Up to this share of one shade a picture is no card: skies and walls stay below. */
const PLAIN = 0.55;

/** What a picture has to tell at the least to show anything: a tenth of what most footage tells. */
const LEAST = 0.2;

/**
 * Finds the first picture of a sheet that tells what footage shows: neither black nor white, neither blurred nor a title
 * on a plain ground, as far as there is any such picture.
 * @param sheet path of the picture file
 */
export async function findTellingPicture(sheet: string, layout: SheetLayout): Promise<TellingPicture> {
  const { columns, width, height, count } = layout;
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(sheet).greyscale().raw().toBuffer({ resolveWithObject: true });
  const tellings = Array.from({ length: count }, (_, at) => {
    const left = (at % columns) * width;
    const top = Math.floor(at / columns) * height;
    return telling({ luma: data, stride: info.width * info.channels, step: info.channels, left, top, width, height });
  });
  const most = Math.max(...tellings);
  const at = tellings.findIndex((value) => value >= ENOUGH * most);
  return { at: Math.max(0, at), tells: most >= LEAST };
}

interface Picture {
  luma: Buffer;
  /** Bytes from a row to the next, and from a pixel to the next. */
  stride: number;
  step: number;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** How much a picture tells, from 0: contrast times fine detail, less for a ground of one shade. */
function telling({ luma, stride, step, left, top, width, height }: Picture): number {
  const shades = new Uint32Array(SHADES);
  const at = (x: number, y: number): number => luma[(top + y) * stride + (left + x) * step] ?? 0;
  let sum = 0;
  let squares = 0;
  let edges = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const value = at(x, y);
      sum += value;
      squares += value * value;
      edges += Math.abs(4 * value - at(x - 1, y) - at(x + 1, y) - at(x, y - 1) - at(x, y + 1));
      const shade = (value * SHADES) >> 8;
      shades[shade] = (shades[shade] ?? 0) + 1;
    }
  }
  const pixels = Math.max(1, (width - 2) * (height - 2));
  const mean = sum / pixels;
  const contrast = Math.min(1, Math.sqrt(Math.max(0, squares / pixels - mean * mean)) / FULL_CONTRAST);
  // The square root keeps grass and gravel from beating faces.
  const detail = Math.sqrt(edges / pixels);
  const plain = Math.max(...shades) / pixels;
  return contrast * detail * (plain <= PLAIN ? 1 : (1 - plain) / (1 - PLAIN));
}
