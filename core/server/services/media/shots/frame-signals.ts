/** Pixels per side of a small picture, of its colour, and of the half-size picture that motion is looked for in. */
const [SIDE, COLOUR_SIDE, HALF] = [64, 32, 32];

/** Bytes of a small picture in the pipe, as {@link watchFilter} writes it. */
export const PICTURE_BYTES = SIDE * SIDE + 2 * COLOUR_SIDE * COLOUR_SIDE;

/** Rows of a picture that a row of a small one is the mean of, at the least. */
const LEAST_ROWS = 4;

/**
 * The filters that produce small pictures with their colour. Of large ones every other row is passed over, again and
 * again, which takes no work at all: making them small is most of what is done beyond decoding.
 */
export function watchFilter({ width, height }: { width: number; height: number }): string {
  const halvings = Math.max(0, Math.floor(Math.log2(Math.min(width, height) / (SIDE * LEAST_ROWS))));
  return [
    ...Array.from({ length: halvings }, () => 'field'),
    `scale=${SIDE}:${SIDE}:flags=area`,
    'format=yuv420p',
  ].join();
}

/** Cells per side that brightness and colour of a picture are kept in. */
export const [CELLS, COLOUR_CELLS] = [16, 8];

/** Bytes that are kept of a picture: brightness, then blue, then red. */
export const GRID = CELLS * CELLS + 2 * COLOUR_CELLS * COLOUR_CELLS;

/** Where motion is looked for: blocks of so many half-size pixels, and how far they may have moved. */
const [BLOCK, REACH] = [4, 4];

/** Shades of brightness, and of each colour, that pictures are counted by. */
const [SHADES, TINTS] = [32, 8];

/** Mean difference, of 255, up to which motion is not looked for. */
const STILL = 2;

/** Where a block may have gone, in half-size pixels: the nearest first, since most stay near and then the search is short. */
const MOVES = Array.from({ length: (2 * REACH + 1) ** 2 }, (_, at) => ({
  across: (at % (2 * REACH + 1)) - REACH,
  down: Math.floor(at / (2 * REACH + 1)) - REACH,
})).sort((a, b) => a.across ** 2 + a.down ** 2 - b.across ** 2 - b.down ** 2);
const ACROSS = Int32Array.from(MOVES, ({ across }) => across);
const DOWN = Int32Array.from(MOVES, ({ down }) => down);

/** Places per side that a block may be at. */
const PLACES = HALF - BLOCK + 1;

/** Brightness as it is seen: differences in the dark count for more than those in the light. */
export const seenLight = (level: number): number => Math.round(255 * Math.max(0, (level - 16) / 239) ** 0.7);

/** Back from {@link seenLight}. */
export const levelOf = (seen: number): number => 16 + 239 * (seen / 255) ** (1 / 0.7);

const SEEN = Uint8Array.from({ length: 256 }, (_, level) => seenLight(level));

/** The tint of each value of a colour. Most footage stays near grey, so the middle is told apart more finely. */
const TINT = Uint8Array.from({ length: 256 }, (_, value) => {
  const far = value - 128;
  const step = Math.min(3, Math.floor(Math.sqrt(Math.abs(far) / 6)));
  return far < 0 ? 3 - step : 4 + step;
});

/** What is kept of the pictures of a video, in playing order, so that changes can be looked for again and again. */
export interface FrameSignals {
  count: number;
  /** Seconds from the beginning of the file at which each is shown. */
  times: Float64Array;
  /** {@link GRID} bytes each. */
  grids: Uint8Array;
  /** What of the picture before is nowhere near in this one: mean difference of brightness and colour, of 255. */
  residual: Float32Array;
  /** How differently brightness and colour are spread than in the picture before, 0 to 1. */
  histogram: Float32Array;
  /** Standard deviation of brightness. */
  spread: Float32Array;
  /** Mean square of the steps of brightness from one pixel to the next: what a mixture of pictures has less of. */
  detail: Float32Array;
}

/** Pictures whose signals share a piece of memory, so that a video of hours takes no more than its bytes. */
const BLOCK_PICTURES = 4096;

interface SignalBlock {
  grids: Uint8Array;
  /** Residual, histogram, spread and detail of one picture after the other. */
  numbers: Float32Array;
}

/** Looks at small pictures as they come. There are thousands in a minute, so nothing is allocated for each of them. */
export class FrameWatcher {
  /** A picture that has not come whole, and how many bytes of it have. */
  readonly #begun = new Uint8Array(PICTURE_BYTES);
  #length = 0;
  #before = emptyPicture();
  #now = emptyPicture();
  #count = 0;
  readonly #blocks: SignalBlock[] = [];

  get count(): number {
    return this.#count;
  }

  /** Takes bytes of the pipe, of any length. */
  add(chunk: Buffer): void {
    for (let from = 0; from < chunk.length;) {
      const copied = chunk.copy(this.#begun, this.#length, from);
      from += copied;
      this.#length += copied;
      if (this.#length < PICTURE_BYTES) return;
      this.#look();
      this.#length = 0;
    }
  }

  #look(): void {
    const place = this.#count % BLOCK_PICTURES;
    if (place === 0) {
      this.#blocks.push({
        grids: new Uint8Array(BLOCK_PICTURES * GRID),
        numbers: new Float32Array(BLOCK_PICTURES * 4),
      });
    }
    const block = this.#blocks.at(-1);
    if (block === undefined) return;
    const now = this.#now;
    readPicture(this.#begun, now);
    const before = this.#count++ === 0 ? now : this.#before;
    block.grids.set(now.grid, place * GRID);
    block.numbers[place * 4] = residualOf(before, now);
    block.numbers[place * 4 + 1] = distance(before, now);
    block.numbers[place * 4 + 2] = now.spread;
    block.numbers[place * 4 + 3] = now.detail;
    [this.#before, this.#now] = [now, this.#before];
  }

  /**
   * Joins all that was looked at; nothing is left in here.
   * @param times seconds at which the pictures are shown; as many as have come, or fewer
   */
  finish(times: readonly number[]): FrameSignals {
    const count = Math.min(times.length, this.count);
    const grids = new Uint8Array(count * GRID);
    const columns = Array.from({ length: 4 }, () => new Float32Array(count));
    for (let from = 0; from < count; from += BLOCK_PICTURES) {
      const block = this.#blocks.shift();
      const length = Math.min(BLOCK_PICTURES, count - from);
      if (block === undefined) break;
      grids.set(block.grids.subarray(0, length * GRID), from * GRID);
      for (let at = 0; at < length; at++) {
        for (const [index, column] of columns.entries()) column[from + at] = block.numbers[at * 4 + index] ?? 0;
      }
    }
    this.#blocks.length = 0;
    const [residual, histogram, spread, detail] = columns as [Float32Array, Float32Array, Float32Array, Float32Array];
    return { count, times: Float64Array.from(times.slice(0, count)), grids, residual, histogram, spread, detail };
  }
}

interface Picture {
  /** Brightness as it is seen, whole and at half the size. */
  light: Uint8Array;
  half: Uint8Array;
  /** Blue, then red. */
  colour: Uint8Array;
  grid: Uint8Array;
  shades: Uint16Array;
  tints: Uint16Array;
  spread: number;
  detail: number;
}

const emptyPicture = (): Picture => ({
  light: new Uint8Array(SIDE * SIDE),
  half: new Uint8Array(HALF * HALF),
  colour: new Uint8Array(2 * COLOUR_SIDE * COLOUR_SIDE),
  grid: new Uint8Array(GRID),
  shades: new Uint16Array(SHADES),
  tints: new Uint16Array(TINTS * TINTS),
  ...{ spread: 0, detail: 0 },
});

function readPicture(bytes: Uint8Array, into: Picture): void {
  readLight(bytes, into);
  readColour(bytes, into);
  into.detail = detailOf(into.light);
}

/** Sums over cells of the picture that is being read. */
const cells = new Uint16Array(CELLS * CELLS);

function readLight(bytes: Uint8Array, into: Picture): void {
  const { light, half, shades, grid } = into;
  for (let at = 0; at < SIDE * SIDE; at++) light[at] = SEEN[bytes[at] ?? 0] ?? 0;
  shades.fill(0);
  cells.fill(0);
  let [sum, squares] = [0, 0];
  for (let y = 0, at = 0; y < HALF; y++) {
    for (let x = 0; x < HALF; x++, at++) {
      const from = y * 2 * SIDE + x * 2;
      const four =
        (light[from] ?? 0) + (light[from + 1] ?? 0) + (light[from + SIDE] ?? 0) + (light[from + SIDE + 1] ?? 0);
      const level = four >> 2;
      half[at] = level;
      sum += level;
      squares += level * level;
      shades[level >> 3] = (shades[level >> 3] ?? 0) + 1;
      const cell = (y >> 1) * CELLS + (x >> 1);
      cells[cell] = (cells[cell] ?? 0) + four;
    }
  }
  for (let cell = 0; cell < CELLS * CELLS; cell++) grid[cell] = ((cells[cell] ?? 0) + 8) >> 4;
  const mean = sum / (HALF * HALF);
  into.spread = Math.sqrt(Math.max(0, squares / (HALF * HALF) - mean * mean));
}

function readColour(bytes: Uint8Array, { colour, tints, grid }: Picture): void {
  const plane = COLOUR_SIDE * COLOUR_SIDE;
  tints.fill(0);
  for (let at = 0; at < 2 * plane; at++) colour[at] = bytes[SIDE * SIDE + at] ?? 0;
  for (let at = 0; at < plane; at++) {
    const tint = (TINT[colour[at] ?? 128] ?? 0) * TINTS + (TINT[colour[plane + at] ?? 128] ?? 0);
    tints[tint] = (tints[tint] ?? 0) + 1;
  }
  // Both colours one below the other, four rows to a cell.
  cells.fill(0);
  for (let at = 0; at < 2 * plane; at++) {
    const cell = (at >> 7) * COLOUR_CELLS + ((at >> 2) & (COLOUR_CELLS - 1));
    cells[cell] = (cells[cell] ?? 0) + (colour[at] ?? 0);
  }
  for (let cell = 0; cell < 2 * COLOUR_CELLS * COLOUR_CELLS; cell++) {
    grid[CELLS * CELLS + cell] = ((cells[cell] ?? 0) + 8) >> 4;
  }
}

function detailOf(light: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < SIDE * (SIDE - 1) - 1; at++) {
    const level = light[at] ?? 0;
    const across = (light[at + 1] ?? 0) - level;
    const down = (light[at + SIDE] ?? 0) - level;
    sum += across * across + down * down;
  }
  return sum / (SIDE * SIDE);
}

/** Finds each block of a picture near its place in the one before; what is left over is change that is no motion. */
function residualOf(before: Picture, now: Picture): number {
  const colour = meanDifference(before.colour, now.colour);
  const plain = meanDifference(before.half, now.half);
  if (plain <= STILL) return plain + colour;
  sumBlocks(before.half);
  let sum = 0;
  for (let top = 0; top < HALF; top += BLOCK) {
    for (let left = 0; left < HALF; left += BLOCK) sum += leastDifference(before.half, now.half, left, top);
  }
  return sum / (HALF * HALF) + colour;
}

/** Sums of four pixels side by side, and of the blocks of the picture before at each place. */
const [fours, sums] = [new Int32Array(HALF * HALF), new Int32Array(PLACES * PLACES)];

function sumBlocks(half: Uint8Array): void {
  for (let at = 0; at <= HALF * HALF - BLOCK; at++) {
    fours[at] = (half[at] ?? 0) + (half[at + 1] ?? 0) + (half[at + 2] ?? 0) + (half[at + 3] ?? 0);
  }
  for (let y = 0; y < PLACES; y++) {
    for (let x = 0; x < PLACES; x++) {
      const at = y * HALF + x;
      sums[y * PLACES + x] =
        (fours[at] ?? 0) + (fours[at + HALF] ?? 0) + (fours[at + 2 * HALF] ?? 0) + (fours[at + 3 * HALF] ?? 0);
    }
  }
}

function leastDifference(before: Uint8Array, now: Uint8Array, left: number, top: number): number {
  let own = 0;
  for (let v = 0; v < BLOCK; v++) {
    const from = (top + v) * HALF + left;
    own += (now[from] ?? 0) + (now[from + 1] ?? 0) + (now[from + 2] ?? 0) + (now[from + 3] ?? 0);
  }
  // More than any two blocks differ by.
  let least = 256 * BLOCK * BLOCK;
  for (let move = 0; move < ACROSS.length; move++) {
    const x = left + (ACROSS[move] ?? 0);
    const y = top + (DOWN[move] ?? 0);
    if (x < 0 || y < 0 || x >= PLACES || y >= PLACES) continue;
    // Blocks differ by no less than their sums do, which spares most of the search.
    if (Math.abs(own - (sums[y * PLACES + x] ?? 0)) >= least) continue;
    let sum = 0;
    for (let v = 0; v < BLOCK && sum < least; v++) {
      const from = (top + v) * HALF + left;
      const other = (y + v) * HALF + x;
      sum +=
        Math.abs((now[from] ?? 0) - (before[other] ?? 0)) +
        Math.abs((now[from + 1] ?? 0) - (before[other + 1] ?? 0)) +
        Math.abs((now[from + 2] ?? 0) - (before[other + 2] ?? 0)) +
        Math.abs((now[from + 3] ?? 0) - (before[other + 3] ?? 0));
    }
    if (sum < least) least = sum;
    if (least === 0) break;
  }
  return least;
}

function meanDifference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += Math.abs((a[at] ?? 0) - (b[at] ?? 0));
  return sum / a.length;
}

/** Half the sum of the differences of shares: 0 for the same spread, 1 for nothing in common. */
function distance(before: Picture, now: Picture): number {
  const shades = unshared(before.shades, now.shades, HALF * HALF);
  const tints = unshared(before.tints, now.tints, COLOUR_SIDE * COLOUR_SIDE);
  return (shades + tints) / 2;
}

function unshared(a: Uint16Array, b: Uint16Array, total: number): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += Math.abs((a[at] ?? 0) - (b[at] ?? 0));
  return sum / (2 * total);
}
