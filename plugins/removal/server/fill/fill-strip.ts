import type { Planes } from '#core/server/services/media/cut/planes.ts';

import { borrow, carryOver, type Lender } from './borrow.ts';
import { addGrain, grainOf } from './grain.ts';
import { interpolate } from './interpolate.ts';
import { motionBetween } from './motion.ts';
import { BRIGHT, DARK, strokesOf } from './strokes.ts';
import { copyPlanes, type FilledFrame, type Shift, type Spot, type StripFrame } from './strip.ts';
import { dilate, MASK_DELAY, maskText, put } from './text-mask.ts';

/** Frames on each side that what is hidden is looked for in, by their distance. */
const DISTANCES = [1, 2, 3, 5, 8, 12, 17, 23, 30, 38, 48, 60, 75, 92, 110, 130, 150];

/** Levels by which frames differ where there is a cut between them: at least, and compared with those before. */
const [CUT, CUT_TIMES, CUT_MORE] = [18, 4, 6];
/** How fast it is forgotten how much frames have differed. */
const FORGETS = 0.1;
/** Cells around strokes that may belong to the text. */
const SUSPECTED = 2;
/**
 * In one frame of so many, what was carried over from the frame before is mixed with what is made up anew, of which it
 * keeps a share: else it would no longer fit what is around it where light changes. In every frame that would flicker.
 */
const [RENEWED, CARRIED] = [4, 0.85];

/** A frame as it comes. */
export interface SeenFrame {
  /** In memory of their own. */
  planes: Planes;
  spots: readonly Spot[];
}

/**
 * Removes text from frames of a part of a video: finds its strokes, fills them with what other frames of the same shot
 * show there, moved along with the ground, and the rest with what is around them.
 * @param window frames to each side that are kept for that
 */
export async function* fillStrip(frames: AsyncIterable<SeenFrame>, window: number): AsyncGenerator<FilledFrame> {
  const strip = new Strip(window);
  for await (const frame of frames) {
    strip.add(frame);
    if (strip.isReady) yield strip.next();
  }
  strip.end();
  while (strip.isReady) yield strip.next();
}

/** Finds the cells of frames in which text is, and in which shot each of them is; nothing is filled. */
export async function* findText(frames: AsyncIterable<SeenFrame>): AsyncGenerator<Pick<StripFrame, 'mask' | 'shot'>> {
  const strip = new Strip(MASK_DELAY);
  for await (const frame of frames) {
    strip.add(frame);
    if (strip.isReady) yield strip.pass();
  }
  strip.end();
  while (strip.isReady) yield strip.pass();
}

class Strip {
  /** Frames that are kept, the first of which has the number `first`. */
  private readonly frames: StripFrame[] = [];
  private first = 0;
  private masked = 0;
  private filled = 0;
  private usualDifference = 0;
  /** How the ground has moved last. */
  private step: Shift = { x: 0, y: 0 };
  private isOver = false;
  private last: { frame: StripFrame; planes: Planes } | undefined;

  private readonly window: number;

  constructor(window: number) {
    this.window = window;
  }

  private get count(): number {
    return this.first + this.frames.length;
  }

  private at(number: number): StripFrame | undefined {
    return this.frames[number - this.first];
  }

  /** Whether all is known that the next frame needs. */
  get isReady(): boolean {
    return this.filled < this.masked && (this.isOver || this.filled + this.window < this.masked);
  }

  add({ planes, spots }: SeenFrame): void {
    const strokes = spots.map(({ box }) => strokesOf(planes, box));
    const suspects = new Uint8Array((planes.width * planes.height) / 4);
    for (const [at, spot] of spots.entries()) {
      const strong = strokes[at]?.map((found) => (spot.whole || (found & (BRIGHT | DARK)) !== 0 ? 1 : 0));
      if (strong === undefined) continue;
      put(suspects, planes.width / 2, spot, dilate(strong, (spot.box.right - spot.box.left) / 2, SUSPECTED));
    }
    const mask = new Uint8Array(suspects.length);
    this.frames.push({ planes, spots, strokes, suspects, mask, ...this.follow(planes, suspects) });
    if (this.masked + MASK_DELAY < this.count) this.maskNext();
  }

  /** All frames have come. */
  end(): void {
    this.isOver = true;
    while (this.masked < this.count) this.maskNext();
  }

  /** Where the ground is, and whether there is a cut before it. */
  private follow(planes: Planes, suspects: Uint8Array): Pick<StripFrame, 'shot' | 'moved'> {
    const before = this.frames.at(-1);
    if (before === undefined) return { shot: 0, moved: { x: 0, y: 0 } };
    const motion = motionBetween(
      { planes: before.planes, blocked: before.suspects },
      { planes, blocked: suspects },
      { ...this.step, difference: this.usualDifference, brighter: 0 },
    );
    const { shot, moved } = before;
    if (motion.difference === Infinity) return { shot, moved };
    const isCut = motion.difference > Math.max(CUT, CUT_TIMES * this.usualDifference + CUT_MORE);
    this.step = isCut ? { x: 0, y: 0 } : motion;
    if (isCut) return { shot: shot + 1, moved };
    this.usualDifference += FORGETS * (motion.difference - this.usualDifference);
    return { shot, moved: { x: moved.x + motion.x, y: moved.y + motion.y } };
  }

  private maskNext(): void {
    const number = this.masked++;
    const frame = this.at(number);
    if (frame === undefined || frame.spots.length === 0) return;
    frame.mask = maskText(frame, (distance) => this.at(number + distance));
  }

  /** Fills the next frame. */
  next(): FilledFrame {
    const frame = this.take();
    const made = frame.mask.includes(1) ? this.fill(frame, this.filled - 1) : this.keep(frame);
    this.forget();
    return made;
  }

  /** Takes the next frame as it is. */
  pass(): StripFrame {
    const frame = this.take();
    this.forget();
    return frame;
  }

  private take(): StripFrame {
    const number = this.filled++;
    const frame = this.at(number);
    if (frame === undefined) throw new RangeError(`frame ${number} is not known`);
    return frame;
  }

  /** Drops frames that no later one needs. */
  private forget(): void {
    const kept = this.filled - Math.max(this.window, MASK_DELAY);
    while (this.first < kept) {
      this.frames.shift();
      this.first++;
    }
  }

  private keep(frame: StripFrame): FilledFrame {
    this.last = { frame, planes: frame.planes };
    return { planes: frame.planes, mask: frame.mask, borrowed: 0, interpolated: 0 };
  }

  private fill(frame: StripFrame, number: number): FilledFrame {
    const planes = copyPlanes(frame.planes);
    const hole = frame.mask.slice();
    const borrowed = borrow(frame, this.lenders(frame, number), planes, hole);
    let interpolated = 0;
    for (let cell = 0; cell < hole.length; cell++) interpolated += hole[cell] ?? 0;
    if (interpolated > 0) this.makeUp(frame, planes, hole, number);
    this.last = { frame, planes };
    if (interpolated === 0) return { planes, mask: frame.mask, borrowed, interpolated };
    const grainy = { ...planes, light: planes.light.slice() };
    addGrain(grainy, hole, grainOf(frame.planes, frame.suspects), number);
    return { planes: grainy, mask: frame.mask, borrowed, interpolated };
  }

  /** Fills what no frame shows: as in the frame before, as far as that fits what is around it. */
  private makeUp(frame: StripFrame, planes: Planes, hole: Uint8Array, number: number): void {
    const before = this.last;
    if (before?.frame.shot !== frame.shot) return interpolate(planes, hole);
    if (number % RENEWED !== 0) return interpolate(planes, without(hole, carryOver(frame, before, planes, hole)));
    const old = copyPlanes(planes);
    const carried = carryOver(frame, before, old, hole);
    interpolate(planes, hole);
    const half = planes.width / 2;
    for (let cell = carried.indexOf(1); cell >= 0; cell = carried.indexOf(1, cell + 1)) {
      const start = 2 * Math.floor(cell / half) * planes.width + 2 * (cell % half);
      for (const at of [start, start + 1, start + planes.width, start + planes.width + 1]) {
        mix(planes.light, old.light, at);
      }
      mix(planes.blue, old.blue, cell);
      mix(planes.red, old.red, cell);
    }
  }

  private lenders(frame: StripFrame, number: number): Lender[] {
    return DISTANCES.filter((distance) => distance <= this.window).flatMap((distance) =>
      [distance, -distance].flatMap((by): Lender[] => {
        const other = this.at(number + by);
        const isKnown = number + by < this.masked && other?.shot === frame.shot;
        return other !== undefined && isKnown ? [{ frame: other, distance }] : [];
      }),
    );
  }
}

/** The cells of some that are not among others. */
function without(cells: Uint8Array, others: Uint8Array): Uint8Array {
  const left = cells.slice();
  for (let cell = 0; cell < left.length; cell++) if (others[cell] === 1) left[cell] = 0;
  return left;
}

function mix(plane: Uint8Array, old: Uint8Array, at: number): void {
  plane[at] = Math.round((plane[at] ?? 0) * (1 - CARRIED) + (old[at] ?? 0) * CARRIED);
}
