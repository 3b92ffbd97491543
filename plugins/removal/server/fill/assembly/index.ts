import { borrow, carryOver, leftOpen, lend, Lender } from './borrow.ts';
import { addGrain, grainOf } from './grain.ts';
import { interpolate } from './interpolate.ts';
import { Bytes, forgetTaken, take, takeCopy, takeZeros } from './memory.ts';
import { motionBetween } from './motion.ts';
import { across, cellCount, copyPlanes, Planes, planesSize, round, setSize, Spot, StripFrame, width } from './strip.ts';
import { strokesOf } from './strokes.ts';
import { AROUND_COUNT, dilate, distanceAt, findText, put, strongCells } from './text-mask.ts';

// Removes text from the frames of a part of a video: finds its strokes, fills them with what other frames of the same
// shot show there, moved along with the ground, and the rest with what is around them. One strip at a time.

/** Frames on each side that what is hidden is looked for in, by their distance. */
const DISTANCES: StaticArray<i32> = [1, 2, 3, 5, 8, 12, 17, 23, 30, 38, 48, 60, 75, 92, 110, 130, 150];

/** Levels by which frames differ where there is a cut between them: at least, and compared with those before. */
const CUT: f64 = 18;
const CUT_TIMES: f64 = 4;
const CUT_MORE: f64 = 6;
/** How fast it is forgotten how much frames have differed. */
const FORGETS: f64 = 0.1;
/** Cells around strokes that may belong to the text. */
const SUSPECTED: i32 = 2;
/**
 * In one frame of so many, what was carried over from the frame before is mixed with what is made up anew, of which it
 * keeps a share: else it would no longer fit what is around it where light changes. In every frame that would flicker.
 */
const RENEWED: i32 = 4;
const CARRIED: f64 = 0.85;

/** Bytes that are asked for at the beginning, at most. */
const MOST_AT_ONCE: f64 = 384 * 1024 * 1024;

/** Frames that are kept, by their numbers from `first` on and up to `count`, one after the other in a ring. */
let ring: usize = 0;
let capacity: i32 = 0;
let first: i32 = 0;
let count: i32 = 0;
/** How many have been masked, and how many have been filled. */
let masked: i32 = 0;
let filled: i32 = 0;
/** Frames to each side that are looked at. */
let window: i32 = 0;
/** Frames behind one that have to be known before its mask is. */
let maskDelay: i32 = 0;
let isOver: bool = false;
/** How much frames have differed, and how the ground has moved last. */
let usualDifference: f64 = 0;
let stepX: f64 = 0;
let stepY: f64 = 0;

/** The frame that comes next, of which only its spots are known. */
let coming: StripFrame = changetype<StripFrame>(0);

/** The frame before the one that is filled, and what it was filled to. */
let last: usize = 0;
let lastPlanes: Planes = changetype<Planes>(0);
/** Two for what frames are filled to, in turn, and one for what is put on it. */
let filledTo: Planes = changetype<Planes>(0);
let filledBefore: Planes = changetype<Planes>(0);
let grainy: Bytes = changetype<Bytes>(0);

/** What was made last. */
let madeFrame: StripFrame = changetype<StripFrame>(0);
let madeLight: Bytes = changetype<Bytes>(0);
let madePlanes: Planes = changetype<Planes>(0);
let borrowed: i32 = 0;
let interpolated: i32 = 0;

/** Begins a strip of so many pixels. Called once. */
export function begin(columns: i32, rows: i32, toEachSide: i32, behind: i32): void {
  setSize(columns, rows);
  window = toEachSide;
  maskDelay = behind;
  capacity = max(window, maskDelay) + window + maskDelay + 2;
  // Memory is doubled where it does not do: what is usually needed is asked for at once.
  heap.free(heap.alloc(<usize>Math.min(MOST_AT_ONCE, <f64>(capacity + 4) * (planesSize() + 3 * cellCount))));
  ring = heap.alloc(capacity * offsetof<StripFrame>());
  filledTo = changetype<Planes>(heap.alloc(planesSize()));
  filledBefore = changetype<Planes>(heap.alloc(planesSize()));
  grainy = changetype<Bytes>(heap.alloc(4 * cellCount));
}

function slotOf(number: i32): StripFrame {
  return changetype<StripFrame>(ring + <usize>(number % capacity) * offsetof<StripFrame>());
}

/** The frame of a number; 0 where it is not known. */
function frameAt(number: i32): usize {
  return number < first || number >= count ? 0 : changetype<usize>(slotOf(number));
}

/** Makes room for the next frame. @param spots that it has @returns where its planes go, one behind the other */
export function place(spots: i32): usize {
  coming = slotOf(count);
  coming.planes = changetype<Planes>(heap.alloc(planesSize()));
  coming.suspects = changetype<Bytes>(heap.alloc(cellCount));
  coming.mask = changetype<Bytes>(heap.alloc(cellCount));
  coming.spots = heap.alloc(max(1, spots) * offsetof<Spot>());
  coming.spotCount = 0;
  coming.isMasked = false;
  return changetype<usize>(coming.planes);
}

/** Says where text is in the next frame, in pixels. */
export function spot(id: i32, left: i32, top: i32, right: i32, bottom: i32, rests: bool, whole: bool): void {
  const found = coming.spotAt(coming.spotCount++);
  found.id = id;
  found.left = left >> 1;
  found.top = top >> 1;
  found.right = right >> 1;
  found.bottom = bottom >> 1;
  found.rests = rests;
  found.whole = whole;
}

/** Takes the next frame, once its planes and spots are there. */
export function add(): void {
  forgetTaken();
  const frame = coming;
  memory.fill(changetype<usize>(frame.suspects), 0, cellCount);
  memory.fill(changetype<usize>(frame.mask), 0, cellCount);
  for (let at = 0; at < frame.spotCount; at++) {
    const spot = frame.spotAt(at);
    spot.strokes = strokesOf(frame.planes.light, spot);
    put(frame.suspects, spot, dilate(strongCells(spot), spot.across, spot.down, SUSPECTED));
  }
  follow(frame);
  count++;
  if (masked + maskDelay < count) maskNext();
}

/** All frames have come. */
export function end(): void {
  isOver = true;
  while (masked < count) maskNext();
}

/** Whether all is known that the next frame needs. */
export function isReady(): bool {
  return filled < masked && (isOver || filled + window < masked);
}

/** Finds where the ground is, and whether there is a cut before it. */
function follow(frame: StripFrame): void {
  const found = frameAt(count - 1);
  frame.shot = 0;
  frame.movedX = 0;
  frame.movedY = 0;
  if (found === 0) return;
  const before = changetype<StripFrame>(found);
  frame.shot = before.shot;
  frame.movedX = before.movedX;
  frame.movedY = before.movedY;
  const from = before.planes;
  const motion = motionBetween(from, before.suspects, frame.planes, frame.suspects, stepX, stepY, usualDifference);
  if (motion.difference === Infinity) return;
  const isCut = motion.difference > Math.max(CUT, CUT_TIMES * usualDifference + CUT_MORE);
  stepX = isCut ? 0 : motion.x;
  stepY = isCut ? 0 : motion.y;
  if (isCut) {
    frame.shot++;
    return;
  }
  usualDifference += FORGETS * (motion.difference - usualDifference);
  frame.movedX += motion.x;
  frame.movedY += motion.y;
}

const framesAround: StaticArray<usize> = new StaticArray<usize>(AROUND_COUNT);

function maskNext(): void {
  const number = masked++;
  const found = frameAt(number);
  if (found === 0) return;
  const frame = changetype<StripFrame>(found);
  if (frame.spotCount === 0) return;
  for (let at = 0; at < AROUND_COUNT; at++) framesAround[at] = frameAt(number + distanceAt(at));
  for (let at = 0; at < frame.spotCount; at++) {
    const spot = frame.spotAt(at);
    put(frame.mask, spot, spot.whole ? allOf(spot) : findText(spot, framesAround));
  }
  frame.isMasked =
    memory.compare(changetype<usize>(frame.mask), changetype<usize>(takeZeros(cellCount)), cellCount) !== 0;
}

function allOf(spot: Spot): Bytes {
  const all = take(spot.count);
  memory.fill(all, 1, spot.count);
  return changetype<Bytes>(all);
}

/** Fills the next frame. */
export function fill(): void {
  forgetTaken();
  const number = filled;
  takeNext();
  if (madeFrame.isMasked) fillFrame(madeFrame, number);
  last = changetype<usize>(madeFrame);
  lastPlanes = madePlanes;
}

/** Takes the next frame as it is. */
export function pass(): void {
  forgetTaken();
  takeNext();
}

function takeNext(): void {
  forget();
  madeFrame = slotOf(filled++);
  madePlanes = madeFrame.planes;
  madeLight = madePlanes.light;
  borrowed = 0;
  interpolated = 0;
}

/** Drops frames that no later one needs. */
function forget(): void {
  const kept = filled - max(window, maskDelay);
  for (; first < kept; first++) {
    const frame = slotOf(first);
    for (let at = 0; at < frame.spotCount; at++) heap.free(changetype<usize>(frame.spotAt(at).strokes));
    heap.free(frame.spots);
    heap.free(changetype<usize>(frame.mask));
    heap.free(changetype<usize>(frame.suspects));
    heap.free(changetype<usize>(frame.planes));
  }
}

function fillFrame(frame: StripFrame, number: i32): void {
  const planes = filledTo;
  filledTo = filledBefore;
  filledBefore = planes;
  copyPlanes(frame.planes, planes);
  const hole = takeCopy(frame.mask, cellCount);
  const lenders = take(2 * DISTANCES.length * offsetof<Lender>());
  borrowed = borrow(frame, lenders, findLenders(frame, number, lenders), planes, hole);
  interpolated = leftOpen;
  if (interpolated > 0) makeUp(frame, planes, hole, number);
  madePlanes = planes;
  madeLight = planes.light;
  if (interpolated === 0) return;
  memory.copy(changetype<usize>(grainy), changetype<usize>(planes.light), 4 * cellCount);
  madeLight = grainy;
  addGrain(grainy, hole, grainOf(frame.planes.light, frame.suspects), number);
}

/** Fills what no frame shows: as in the frame before, as far as that fits what is around it. */
function makeUp(frame: StripFrame, planes: Planes, hole: Bytes, number: i32): void {
  const before = changetype<StripFrame>(last);
  if (last === 0 || before.shot !== frame.shot) return interpolate(planes, hole);
  if (number % RENEWED !== 0) {
    const carried = carryOver(frame, before, lastPlanes, planes, hole);
    const rest = takeCopy(hole, cellCount);
    for (let cell = 0; cell < cellCount; cell++) if (carried[cell] === 1) rest[cell] = 0;
    return interpolate(planes, rest);
  }
  const old = changetype<Planes>(take(planesSize()));
  copyPlanes(planes, old);
  const carried = carryOver(frame, before, lastPlanes, old, hole);
  interpolate(planes, hole);
  for (let cell = 0; cell < cellCount; cell++) {
    if (carried[cell] === 0) continue;
    const row = cell / across;
    const start = 2 * row * width + 2 * (cell - row * across);
    mix(planes.light, old.light, start);
    mix(planes.light, old.light, start + 1);
    mix(planes.light, old.light, start + width);
    mix(planes.light, old.light, start + width + 1);
    mix(planes.blue, old.blue, cell);
    mix(planes.red, old.red, cell);
  }
}

function mix(plane: Bytes, old: Bytes, at: i32): void {
  plane[at] = round(plane[at] * (1 - CARRIED) + old[at] * CARRIED);
}

/** @returns how many there are */
function findLenders(frame: StripFrame, number: i32, lenders: usize): i32 {
  let found = 0;
  for (let at = 0; at < DISTANCES.length; at++) {
    const distance = unchecked(DISTANCES[at]);
    if (distance > window) break;
    for (let side = 1; side >= -1; side -= 2) {
      const by = number + side * distance;
      const other = frameAt(by);
      if (other === 0 || by >= masked || changetype<StripFrame>(other).shot !== frame.shot) continue;
      lend(lenders, found++, changetype<StripFrame>(other), distance, frame);
    }
  }
  return found;
}

/** Where planes of what was made last are; `mask` has the cells of it that differ. */
export function light(): usize {
  return changetype<usize>(madeLight);
}
export function blue(): usize {
  return changetype<usize>(madePlanes.blue);
}
export function red(): usize {
  return changetype<usize>(madePlanes.red);
}
export function mask(): usize {
  return changetype<usize>(madeFrame.mask);
}

/** What is told of what was made last: its shot, and how many cells were seen in other frames or made up. */
export function shot(): i32 {
  return madeFrame.shot;
}
export function isMasked(): bool {
  return madeFrame.isMasked;
}
export function borrowedCells(): i32 {
  return borrowed;
}
export function interpolatedCells(): i32 {
  return interpolated;
}
