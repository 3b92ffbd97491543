import { readFileSync } from 'node:fs';

import type { PixelBox } from '#core/server/services/media/cut/pixel-boxes.ts';
import type { Planes } from '#core/server/services/media/cut/planes.ts';

import { paint } from './paint.ts';

// Whatever is decided of a pixel is decided of two by two, which share their colour: a cell.

/** Text in a frame of a strip. */
export interface Spot {
  /** The same as long as the same text is there. */
  id: number;
  /** Where it is, in pixels of the strip. */
  box: PixelBox;
  /** It is at rest, so that what stays as it is while the ground moves belongs to it. */
  rests: boolean;
  /** All of the box is removed, and not only strokes that are found in it. */
  whole: boolean;
}

/** A frame as it comes. */
export interface SeenFrame {
  planes: Planes;
  spots: readonly Spot[];
}

/** Frames behind one that have to be known before its text is. */
export const MASK_DELAY = 12;

/**
 * Removes text from frames of a part of a video: finds its strokes, fills them with what other frames of the same shot
 * show there, moved along with the ground, and the rest with what is around them.
 * @param window frames to each side that are kept for that
 */
export async function* fillStrip(frames: AsyncIterable<SeenFrame>, window: number): AsyncGenerator<FilledFrame> {
  yield* made(frames, window, (strip) => {
    strip.fill();
    return new FilledFrame(strip);
  });
}

/** A frame, and where text was found in it. */
export interface FoundFrame {
  /** Cells in which there is text: 1; null where there is none. */
  mask: Uint8Array | null;
  /** Frames with the same number have no cut between them. */
  shot: number;
}

/** Finds the cells of frames in which text is, and in which shot each of them is; nothing is filled. */
export async function* findText(frames: AsyncIterable<SeenFrame>): AsyncGenerator<FoundFrame> {
  yield* made(frames, MASK_DELAY, (strip) => {
    strip.pass();
    return { mask: strip.isMasked() ? maskOf(strip).slice() : null, shot: strip.shot() };
  });
}

/** A frame without its text. It is known until the next one is asked for. */
export class FilledFrame {
  /** How many of its cells were seen in other frames, and how many were made up. */
  readonly borrowed: number;
  readonly interpolated: number;
  readonly #strip: OpenStrip;

  constructor(strip: OpenStrip) {
    this.#strip = strip;
    this.borrowed = strip.borrowedCells();
    this.interpolated = strip.interpolatedCells();
  }

  /** Copies: what follows is written over what was made. */
  get planes(): Planes {
    const { light, blue, red, ...size } = planesOf(this.#strip);
    return { ...size, light: light.slice(), blue: blue.slice(), red: red.slice() };
  }

  /** Cells that differ from the frame: 1. */
  get mask(): Uint8Array {
    return maskOf(this.#strip).slice();
  }

  /** Which pixels of a part change, and what they become, as {@link paint} draws them. */
  paint(part: PixelBox): Uint8Array {
    return paint({ planes: planesOf(this.#strip), mask: maskOf(this.#strip) }, part);
  }
}

function planesOf({ width, height, memory, light, blue, red }: OpenStrip): Planes {
  const plane = (at: number, bytes: number) => new Uint8Array(memory.buffer, at, bytes);
  const size = width * height;
  return { width, height, light: plane(light(), size), blue: plane(blue(), size / 4), red: plane(red(), size / 4) };
}

const maskOf = ({ width, height, memory, mask }: OpenStrip): Uint8Array =>
  new Uint8Array(memory.buffer, mask(), (width * height) / 4);

async function* made<T>(
  frames: AsyncIterable<SeenFrame>,
  window: number,
  take: (strip: OpenStrip) => T,
): AsyncGenerator<T> {
  let strip: OpenStrip | undefined;
  for await (const frame of frames) {
    strip ??= openStrip(frame.planes, window);
    add(strip, frame);
    if (strip.isReady()) yield take(strip);
  }
  if (strip === undefined) return;
  strip.end();
  while (strip.isReady()) yield take(strip);
}

function add(strip: OpenStrip, { planes: { light, blue, red }, spots }: SeenFrame): void {
  const at = strip.place(spots.length);
  const room = new Uint8Array(strip.memory.buffer, at, light.length + blue.length + red.length);
  room.set(light);
  room.set(blue, light.length);
  room.set(red, light.length + blue.length);
  for (const { id, box, rests, whole } of spots) {
    const { left, top, right, bottom } = box;
    const isWithin = left >= 0 && top >= 0 && right <= strip.width && bottom <= strip.height;
    // Nothing is checked beyond here.
    if (!isWithin || left > right || top > bottom) throw new RangeError(`no box of a frame: ${JSON.stringify(box)}`);
    strip.spot(id, left, top, right, bottom, Number(rests), Number(whole));
  }
  strip.add();
}

/** What `assembly/index.ts` exports. Places are addresses in its memory, which may lie elsewhere after each call. */
interface StripModule {
  readonly memory: { readonly buffer: ArrayBuffer };
  begin(width: number, height: number, window: number, maskDelay: number): void;
  place(spots: number): number;
  spot(id: number, left: number, top: number, right: number, bottom: number, rests: number, whole: number): void;
  add(): void;
  end(): void;
  isReady(): number;
  fill(): void;
  pass(): void;
  light(): number;
  blue(): number;
  red(): number;
  mask(): number;
  shot(): number;
  isMasked(): number;
  borrowedCells(): number;
  interpolatedCells(): number;
}

type OpenStrip = StripModule & Pick<Planes, 'width' | 'height'>;

// The types of browsers have it; those of Node.js do not.
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

let compiled: object | undefined;

function openStrip({ width, height }: Planes, window: number): OpenStrip {
  compiled ??= new WebAssembly.Module(readFileSync(new URL('./fill.wasm', import.meta.url)));
  // What a WebAssembly module exports has no type of its own.
  const strip = new WebAssembly.Instance(compiled).exports as StripModule;
  strip.begin(width, height, window, MASK_DELAY);
  return { ...strip, width, height };
}
