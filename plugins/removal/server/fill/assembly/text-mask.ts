import { Bytes, take, takeBytes, takeZeros } from './memory.ts';
import { across, round, Spot, StripFrame } from './strip.ts';
import { BRIGHT, DARK, FAINT, inVectors, VECTOR } from './strokes.ts';

/** Frames around one that tell which strokes stay, and the share of them in which a stroke is. */
const AROUND: StaticArray<i32> = [0, 1, -1, 3, -3, 6, -6, 9, -9, 12, -12];
const STAYS: f64 = 0.6;

/** Of strokes of one frame, the share that another one has too when it shows the same text. */
const SAME_TEXT: f64 = 0.5;

/** Height of a box in pixels for each cell by which strokes are widened: their outlines, and what coding made of them. */
const WIDENED: f64 = 90;

/**
 * Finds the cells of a spot in which text is: strokes that are there in the frames around it as well.
 * @param frames the frames around, in the order of {@link AROUND}; 0 where there is none
 */
export function findText(spot: Spot, frames: StaticArray<usize>): Bytes {
  const length = inVectors(spot.count);
  const strong = takeBytes(length);
  const faint = takeBytes(length);
  findLasting(spot, frames, strong, faint);
  const by = 1 + round((2 * spot.down) / WIDENED);
  const all = dilate(strong, spot.across, spot.down, by + 2);
  for (let at = 0; at < length; at += VECTOR) {
    const kept = v128.and(vectorAt(faint, at), vectorAt(all, at));
    setVector(all, at, v128.or(vectorAt(strong, at), kept));
  }
  return dilate(all, spot.across, spot.down, by);
}

/** Frames around one that are asked for. */
export const AROUND_COUNT: i32 = 11;
export function distanceAt(at: i32): i32 {
  return unchecked(AROUND[at]);
}

/** Puts what was found in a spot where it is. */
export function put(mask: Bytes, spot: Spot, cells: Bytes): void {
  for (let y = 0, cell = 0; y < spot.down; y++) {
    const line = mask.from((spot.top + y) * across + spot.left);
    for (let x = 0; x < spot.across; x++, cell++) line[x] = line[x] | cells[cell];
  }
}

function vectorAt(bytes: Bytes, at: i32): v128 {
  return v128.load(changetype<usize>(bytes) + at);
}

function setVector(bytes: Bytes, at: i32, value: v128): void {
  v128.store(changetype<usize>(bytes) + at, value);
}

/** Whether a bit is set in each byte: 1. */
function bitIn(strokes: v128, bit: i32): v128 {
  return v128.and(i8x16.shr_u(strokes, bit === FAINT ? 2 : bit === DARK ? 1 : 0), i8x16.splat(1));
}

/** The strokes of a spot that stay, strong and faint ones. */
function findLasting(spot: Spot, frames: StaticArray<usize>, strong: Bytes, faint: Bytes): void {
  const own = spot.strokes;
  const length = inVectors(spot.count);
  const seen = take(AROUND_COUNT * sizeof<usize>());
  let count = 0;
  let endedBefore = false;
  let endedBehind = false;
  for (let at = 0; at < (spot.rests ? AROUND_COUNT : 1); at++) {
    const distance = distanceAt(at);
    if (distance < 0 ? endedBefore : distance > 0 && endedBehind) continue;
    const others = strokesIn(unchecked(frames[at]), spot);
    if (others !== 0 && isSameText(own, changetype<Bytes>(others), length)) {
      store<usize>(seen + <usize>count * sizeof<usize>(), others);
      count++;
    } else if (distance < 0) endedBefore = true;
    else if (distance > 0) endedBehind = true;
  }
  const enough = i8x16.splat(<i8>max(1, <i32>Math.ceil(count * STAYS)));
  const one = i8x16.splat(1);
  for (let at = 0; at < length; at += VECTOR) {
    // Each byte counts one cell.
    let bright = i8x16.splat(0);
    let dark = i8x16.splat(0);
    let weak = i8x16.splat(0);
    for (let number = 0; number < count; number++) {
      const strokes = v128.load(load<usize>(seen + <usize>number * sizeof<usize>()) + at);
      bright = i8x16.add(bright, bitIn(strokes, BRIGHT));
      dark = i8x16.add(dark, bitIn(strokes, DARK));
      weak = i8x16.add(weak, bitIn(strokes, FAINT));
    }
    const stays = v128.or(i8x16.ge_u(bright, enough), i8x16.ge_u(dark, enough));
    setVector(strong, at, v128.and(stays, one));
    setVector(faint, at, v128.and(i8x16.ge_u(weak, enough), one));
  }
}

/** Strokes of the same text in another frame; 0 where it is not there, or has another size. */
function strokesIn(frame: usize, spot: Spot): usize {
  if (frame === 0) return 0;
  const other = changetype<StripFrame>(frame);
  for (let at = 0; at < other.spotCount; at++) {
    const found = other.spotAt(at);
    if (found.id === spot.id) return found.count === spot.count ? changetype<usize>(found.strokes) : 0;
  }
  return 0;
}

/** The lowest bit of each of four cells. */
const EACH: u32 = 0x01010101;

/** Whether most of the strokes of one are among those of the other, whichever has fewer. */
function isSameText(own: Bytes, others: Bytes, length: i32): bool {
  let both = 0;
  let ofOne = 0;
  let ofOther = 0;
  // Four cells in eight tell enough.
  for (let at = 0; at < length; at += 8) {
    const a = load<u32>(changetype<usize>(own) + at);
    const b = load<u32>(changetype<usize>(others) + at);
    if ((a | b) === 0) continue;
    ofOne += clearIn(a);
    ofOther += clearIn(b);
    both += clearIn(a & b);
  }
  return both >= SAME_TEXT * min(ofOne, ofOther);
}

/** How many of four cells have a stroke that differs by far. */
function clearIn(cells: u32): i32 {
  return popcnt((cells | (cells >> 1)) & EACH);
}

/** Cells no farther from a set one than so many, to the side or up and down. */
export function dilate(cells: Bytes, across: i32, down: i32, by: i32): Bytes {
  const wide = inVectors(across);
  // A row with nothing set on both sides of it.
  const edge = inVectors(by);
  const row = takeZeros(edge + wide + edge).from(edge);
  const rows = takeBytes(wide * down);
  for (let y = 0; y < down; y++) {
    memory.copy(changetype<usize>(row), changetype<usize>(cells) + y * across, across);
    for (let x = 0; x < wide; x += VECTOR) {
      let any = vectorAt(row, x);
      for (let off = 1; off <= by; off++) any = v128.or(any, v128.or(vectorAt(row, x - off), vectorAt(row, x + off)));
      setVector(rows, y * wide + x, any);
    }
  }
  const count = across * down;
  const length = inVectors(count);
  // The last vector of each row reaches into the next one, which is written after it.
  const dilated = takeBytes(length + VECTOR);
  for (let y = 0; y < down; y++) {
    const first = max(0, y - by);
    const last = min(down - 1, y + by);
    for (let x = 0; x < wide; x += VECTOR) {
      let any = vectorAt(rows, first * wide + x);
      for (let other = first + 1; other <= last; other++) any = v128.or(any, vectorAt(rows, other * wide + x));
      setVector(dilated, y * across + x, any);
    }
  }
  memory.fill(changetype<usize>(dilated) + count, 0, length - count);
  return dilated;
}

/** Cells of a spot that differ from the ground by far, and all of them where all is removed. */
export function strongCells(spot: Spot): Bytes {
  const length = inVectors(spot.count);
  const strong = takeBytes(length);
  for (let at = 0; at < length; at += VECTOR) {
    const strokes = vectorAt(spot.strokes, at);
    setVector(strong, at, v128.or(bitIn(strokes, BRIGHT), bitIn(strokes, DARK)));
  }
  if (spot.whole) memory.fill(changetype<usize>(strong), 1, spot.count);
  return strong;
}
