import type { PixelBox } from './patch.ts';
import { bitsOf, commonStrokes, noStrokes, type Strokes } from './strokes.ts';

/** A tile is a word across and so many rows. */
const [TILE, ROWS] = [32, 16];
/** Pictures over which a stroke rests before it may be text. */
export const RESTS = 5;
/** New strokes in a tile, and their share of it, that make it worth a look; and in all tiles together. */
const [FEW, SHARE, LEAST] = [14, 0.3, 40];
/** A tile with so many strokes may carry on the text of the tile beside it. */
const CARRIES = 8;
/** Tiles beside one that may belong to the same lines. */
const STEPS = [
  [-2, 0],
  [-1, 0],
  [1, 0],
  [2, 0],
  [0, -1],
  [0, 1],
] as const;
/** Looks for which a tile that still gets more strokes is waited for. */
const PATIENCE = 2;
/** What may be read of parts by and by, in whole pictures a look, and at once. */
const [ALLOWANCE, SAVED] = [0.2, 3];
/** What reading a part costs at least, in whole pictures, and for its share: it is looked at more closely than those. */
const [LEAST_COST, CLOSER] = [0.1, 5];
/** A part that covers this much of the picture is all of it. */
const NEARLY_ALL = 0.6;
/** Looks after which all of a picture that keeps changing is read, for text that never rests. */
const ALL_AGAIN = 10;
/** Share of strokes that are others than when all was read. */
const OTHERS = 0.12;

/** Numbers of each tile. */
interface Tiles {
  /** Strokes that rest. */
  resting: Uint16Array;
  /** Those among them that were not there when it was read last. */
  gain: Uint16Array;
  /** Looks since it is new; more than {@link PATIENCE} when it is to be read. */
  waited: Uint8Array;
}

/**
 * Decides which parts of a video's pictures have to be read: those in which strokes have come to rest that were not
 * there when it was read last.
 */
export class ChangeWatch {
  readonly #width: number;
  readonly #height: number;
  readonly #across: number;
  readonly #down: number;
  readonly #recent: Strokes[] = [];
  #known: Strokes;
  #tiles: Tiles;
  #allowance = SAVED;
  #looks = 0;
  #allRead: { look: number; strokes: Strokes } | undefined;

  constructor(width: number, height: number) {
    [this.#width, this.#height] = [width, height];
    [this.#across, this.#down] = [Math.ceil(width / TILE), Math.ceil(height / ROWS)];
    this.#known = noStrokes(width, height);
    this.#tiles = this.#noTiles();
  }

  /** Takes the next picture. */
  add(strokes: Strokes): void {
    this.#recent.push(strokes);
    if (this.#recent.length > RESTS) this.#recent.shift();
  }

  /** The parts of the last picture that should be read now. */
  look(): PixelBox[] {
    const [last] = this.#recent.slice(-1);
    // What is there from the beginning need not prove that it rests.
    if (last === undefined || (this.#looks > 0 && this.#recent.length < RESTS)) return [];
    this.#looks += 1;
    this.#allowance = Math.min(SAVED, this.#allowance + ALLOWANCE);
    const resting = commonStrokes(this.#recent);
    this.#count(resting);
    this.#forget(last);
    if (this.#isRestless(last)) return [this.#read(this.#all(), resting, last)];
    const read: PixelBox[] = [];
    for (const part of this.#parts()) {
      const box = this.#shareOf(part) >= NEARLY_ALL ? this.#all() : part;
      if (read.some((other) => contains(other, box))) continue;
      const cost = this.#costOf(box);
      // It is waited for: little things would use up all there is.
      if (cost > this.#allowance) break;
      this.#allowance -= cost;
      read.push(this.#read(box, resting, last));
    }
    return read;
  }

  #read(box: PixelBox, resting: Strokes, last: Strokes): PixelBox {
    this.#learn(resting, box);
    if (this.#shareOf(box) === 1) this.#allRead = { look: this.#looks, strokes: last };
    return box;
  }

  #shareOf({ width, height }: PixelBox): number {
    return (width * height) / (this.#width * this.#height);
  }

  #costOf(box: PixelBox): number {
    return Math.min(1, Math.max(LEAST_COST, this.#shareOf(box) * CLOSER));
  }

  #all(): PixelBox {
    return { x: 0, y: 0, width: this.#width, height: this.#height };
  }

  /** Whether it is long since all was read of a picture that has changed a good deal, if not by strokes that rest. */
  #isRestless(last: Strokes): boolean {
    if (this.#allRead === undefined) return true;
    const { look, strokes } = this.#allRead;
    if (this.#looks - look < ALL_AGAIN) return false;
    let [others, all] = [0, 0];
    for (let at = 0; at < last.bright.length; at++) {
      others += bitsOf((last.bright[at] ?? 0) & ~(strokes.bright[at] ?? 0));
      all += bitsOf(last.bright[at] ?? 0);
    }
    return others > Math.max(LEAST, all * OTHERS);
  }

  #noTiles(): Tiles {
    const count = this.#across * this.#down;
    return { resting: new Uint16Array(count), gain: new Uint16Array(count), waited: new Uint8Array(count) };
  }

  #count(now: Strokes): void {
    const before = this.#tiles;
    const { resting, gain, waited } = (this.#tiles = this.#noTiles());
    const { bright, dark } = this.#known;
    for (let y = 0, at = 0; y < this.#height; y++) {
      const first = Math.floor(y / ROWS) * this.#across;
      for (let column = 0; column < this.#across; column++, at++) {
        const [light, shade] = [now.bright[at] ?? 0, now.dark[at] ?? 0];
        if ((light | shade) === 0) continue;
        const tile = first + column;
        resting[tile] = (resting[tile] ?? 0) + bitsOf(light) + bitsOf(shade);
        gain[tile] = (gain[tile] ?? 0) + bitsOf(light & ~(bright[at] ?? 0)) + bitsOf(shade & ~(dark[at] ?? 0));
      }
    }
    for (const [tile, gained] of gain.entries()) {
      const all = resting[tile] ?? 0;
      if (gained < FEW || gained < all * SHARE) continue;
      const grows = all > (before.resting[tile] ?? 0) * 1.2 + 4;
      const looks = before.waited[tile] ?? 0;
      waited[tile] = grows && looks < PATIENCE ? looks + 1 : PATIENCE + 1;
    }
  }

  /** Strokes that are gone are new when they come again. */
  #forget(last: Strokes): void {
    const [earlier = last] = this.#recent;
    const { bright, dark } = this.#known;
    for (let at = 0; at < bright.length; at++) {
      bright[at] = (bright[at] ?? 0) & ((last.bright[at] ?? 0) | (earlier.bright[at] ?? 0));
      dark[at] = (dark[at] ?? 0) & ((last.dark[at] ?? 0) | (earlier.dark[at] ?? 0));
    }
  }

  #learn(resting: Strokes, box: PixelBox): void {
    const [left, right] = [box.x >>> 5, Math.ceil((box.x + box.width) / TILE)];
    for (const plane of ['bright', 'dark'] as const) {
      for (let y = box.y; y < box.y + box.height; y++) {
        for (let word = left; word < Math.min(right, resting.words); word++) {
          const at = y * resting.words + word;
          this.#known[plane][at] = (this.#known[plane][at] ?? 0) | (resting[plane][at] ?? 0);
        }
      }
    }
  }

  /**
   * Boxes around tiles that are new and what may belong to the same lines; those first that have the most new strokes
   * for what reading them costs.
   */
  #parts(): PixelBox[] {
    const { waited, resting, gain: gained } = this.#tiles;
    const seen = new Set<number>();
    const parts: { box: PixelBox; gain: number }[] = [];
    for (const [start, looks] of waited.entries()) {
      if (looks <= PATIENCE || seen.has(start)) continue;
      const stack = [start];
      seen.add(start);
      let gain = 0;
      let [left, top, right, bottom] = [this.#across, this.#down, 0, 0];
      for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
        const [x, y] = [at % this.#across, Math.floor(at / this.#across)];
        gain += gained[at] ?? 0;
        [left, top] = [Math.min(left, x), Math.min(top, y)];
        [right, bottom] = [Math.max(right, x), Math.max(bottom, y)];
        for (const [stepX, stepY] of STEPS) {
          const [nextX, nextY] = [x + stepX, y + stepY];
          const next = nextY * this.#across + nextX;
          if (nextX < 0 || nextX >= this.#across || nextY < 0 || nextY >= this.#down || seen.has(next)) continue;
          const carries = stepY === 0 && (resting[next] ?? 0) >= CARRIES;
          if ((waited[next] ?? 0) <= PATIENCE && !carries) continue;
          seen.add(next);
          stack.push(next);
        }
      }
      if (gain < LEAST) continue;
      const [x, y] = [Math.max(0, (left - 1) * TILE), Math.max(0, (top - 1) * ROWS)];
      const width = Math.min(this.#width, (right + 2) * TILE) - x;
      parts.push({ gain, box: { x, y, width, height: Math.min(this.#height, (bottom + 2) * ROWS) - y } });
    }
    const worth = ({ box, gain }: { box: PixelBox; gain: number }): number => gain / this.#costOf(box);
    return mergedBoxes(parts.toSorted((a, b) => worth(b) - worth(a)).map(({ box }) => box));
  }
}

const contains = (outer: PixelBox, inner: PixelBox): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

/** Boxes that overlap become one: a line that both have a part of is read whole. */
function mergedBoxes(boxes: readonly PixelBox[]): PixelBox[] {
  const merged: PixelBox[] = [];
  for (let box of boxes) {
    for (let at = merged.findIndex((other) => overlap(other, box)); at >= 0;) {
      box = around(merged[at] ?? box, box);
      merged.splice(at, 1);
      at = merged.findIndex((other) => overlap(other, box));
    }
    merged.push(box);
  }
  return merged;
}

const overlap = (a: PixelBox, b: PixelBox): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

function around(a: PixelBox, b: PixelBox): PixelBox {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return {
    ...{ x, y },
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}
