/**
 * A picture whose masked pixels are filled by the method of A. Telea ("An image inpainting technique based on the fast
 * marching method", 2004) with the weights that OpenCV's `inpaint` gives it.
 * @param mask pixels to fill: 1
 * @param radius pixels around one that it is made from
 */
export function fillByTelea(
  light: Uint8Array,
  mask: Uint8Array,
  { width, height }: { width: number; height: number },
  radius: number,
): Uint8Array {
  const levels = Uint8Array.from(light);
  const size = width * height;
  const outside = march(
    mask.map((value) => 1 - value),
    width,
    height,
    radius + 1,
  );
  const time = outside.map((value, at) => (mask[at] === 1 ? FAR : -value));
  const state = new Uint8Array(size);
  const heap = new Heap();
  for (let at = 0; at < size; at++) {
    state[at] = mask[at] === 1 ? INSIDE : KNOWN;
    if (mask[at] === 1 || !besides(at, width, size).some((other) => mask[other] === 1)) continue;
    state[at] = BAND;
    time[at] = 0;
    heap.push(0, at);
  }
  for (let at = heap.pop(); at !== undefined; at = heap.pop()) {
    if (state[at] === KNOWN) continue;
    state[at] = KNOWN;
    for (const other of besides(at, width, size)) {
      if (state[other] !== INSIDE) continue;
      time[other] = solve(time, state, width, size, other);
      levels[other] = levelOf(levels, time, state, { width, height }, other, radius);
      state[other] = BAND;
      heap.push(time[other] ?? 0, other);
    }
  }
  return levels;
}

const [KNOWN, BAND, INSIDE] = [0, 1, 2];
const FAR = 1e6;

/** Distances from the edge of a mask inwards, up to so many pixels. */
function march(mask: Uint8Array, width: number, height: number, most: number): Float32Array {
  const size = width * height;
  const time = new Float32Array(size).fill(FAR);
  const state = mask.map((value) => (value === 1 ? INSIDE : KNOWN));
  const heap = new Heap();
  for (let at = 0; at < size; at++) {
    if (mask[at] === 1) continue;
    time[at] = 0;
    if (besides(at, width, size).some((other) => mask[other] === 1)) heap.push(0, at);
  }
  for (let at = heap.pop(); at !== undefined; at = heap.pop()) {
    state[at] = KNOWN;
    if ((time[at] ?? FAR) > most) break;
    for (const other of besides(at, width, size)) {
      if (state[other] !== INSIDE) continue;
      const found = solve(time, state, width, size, other);
      if (found >= (time[other] ?? FAR)) continue;
      time[other] = found;
      heap.push(found, other);
    }
  }
  return time;
}

function besides(at: number, width: number, size: number): number[] {
  const x = at % width;
  const all: number[] = [];
  if (at >= width) all.push(at - width);
  if (x > 0) all.push(at - 1);
  if (at + width < size) all.push(at + width);
  if (x < width - 1) all.push(at + 1);
  return all;
}

/** When the front that moves a pixel at a time reaches one. */
function solve(time: Float32Array, state: Uint8Array, width: number, size: number, at: number): number {
  const known = (other: number, isThere: boolean) =>
    isThere && other >= 0 && other < size && state[other] !== INSIDE ? (time[other] ?? FAR) : FAR;
  const x = at % width;
  const across = Math.min(known(at - 1, x > 0), known(at + 1, x < width - 1));
  const down = Math.min(known(at - width, true), known(at + width, true));
  const apart = across - down;
  if (Math.abs(apart) >= 1) return 1 + Math.min(across, down);
  return (across + down + Math.sqrt(2 - apart * apart)) / 2;
}

function levelOf(
  levels: Uint8Array,
  time: Float32Array,
  state: Uint8Array,
  { width, height }: { width: number; height: number },
  at: number,
  radius: number,
): number {
  const [x, y] = [at % width, Math.floor(at / width)];
  const isKnown = (column: number, row: number) =>
    column >= 0 && row >= 0 && column < width && row < height && state[row * width + column] !== INSIDE;
  /** How fast values change to the right or down there, as far as they are known. */
  const slope = (values: ArrayLike<number>, column: number, row: number, step: number): number => {
    const [dx, dy] = step === 1 ? [1, 0] : [0, 1];
    const here = row * width + column;
    const [before, behind] = [isKnown(column - dx, row - dy), isKnown(column + dx, row + dy)];
    const value = (place: number) => values[place] ?? 0;
    if (before && behind) return (value(here + step) - value(here - step)) / 2;
    if (behind) return value(here + step) - value(here);
    return before ? value(here) - value(here - step) : 0;
  };
  const [timeX, timeY] = [slope(time, x, y, 1), slope(time, x, y, width)];
  let [sum, weights, slopeX, slopeY] = [0, 1e-20, 0, 0];
  for (let row = Math.max(0, y - radius); row <= Math.min(height - 1, y + radius); row++) {
    for (let column = Math.max(0, x - radius); column <= Math.min(width - 1, x + radius); column++) {
      const [dx, dy] = [x - column, y - row];
      const square = dx * dx + dy * dy;
      if (square > radius * radius || square === 0 || !isKnown(column, row)) continue;
      const place = row * width + column;
      const along = dx * timeX + dy * timeY;
      const direction = Math.abs(along) <= 0.01 ? 1e-6 : along;
      const near = 1 / (square * Math.sqrt(square));
      const level = 1 / (1 + Math.abs((time[place] ?? 0) - (time[at] ?? 0)));
      const weight = Math.abs(near * level * direction);
      slopeX -= weight * slope(levels, column, row, 1) * -dx;
      slopeY -= weight * slope(levels, column, row, width) * -dy;
      sum += weight * (levels[place] ?? 0);
      weights += weight;
    }
  }
  const turned = (slopeX + slopeY) / (Math.hypot(slopeX, slopeY) + 1e-20);
  return Math.max(0, Math.min(255, Math.round(sum / weights + turned)));
}

/** Pixels in the order of their times. */
class Heap {
  private readonly keys: number[] = [];
  private readonly values: number[] = [];

  push(key: number, value: number): void {
    const { keys, values } = this;
    let at = keys.push(key) - 1;
    values.push(value);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((keys[parent] ?? 0) <= key) break;
      [keys[at], values[at]] = [keys[parent] ?? 0, values[parent] ?? 0];
      at = parent;
    }
    [keys[at], values[at]] = [key, value];
  }

  pop(): number | undefined {
    const { keys, values } = this;
    const [first, key, value] = [values[0], keys.pop(), values.pop()];
    if (key === undefined || value === undefined || keys.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= keys.length) break;
      if (child + 1 < keys.length && (keys[child + 1] ?? 0) < (keys[child] ?? 0)) child++;
      if ((keys[child] ?? 0) >= key) break;
      [keys[at], values[at]] = [keys[child] ?? 0, values[child] ?? 0];
      at = child;
    }
    [keys[at], values[at]] = [key, value];
    return first;
  }
}
