import { likeness, patchOf, type Patch, type PixelBox } from './patch.ts';
import { commonStrokes, noStrokes, type Strokes } from './strokes.ts';

/** Where a line is in a picture. */
export interface Place {
  picture: number;
  x: number;
  y: number;
}

/** A line through the pictures that show it. */
export interface Followed {
  /** The first picture that shows it, and the last. */
  first: number;
  last: number;
  /** Where it is in each of them, for one that moves; empty for one that rests. */
  places: readonly Place[];
}

/** Share of a line's strokes that a picture must have to show it: of one that rests, and of one that moves. */
const [SHOWN, SHOWN_MOVING] = [0.6, 0.45];
/** Of a line's strokes, those that rest must be so many, and such a share, for the line to rest. */
const [RESTING_COUNT, RESTING_SHARE] = [24, 0.4];
/** Pictures that may miss a line that is there before and after. */
const MISSES = 2;
/** Of so many pictures that follow each other, strokes that are in all of them rest. */
const RESTS = 4;
/** Pixels that a line moves at most from one picture to the next when nothing is known of its way, and beside that way. */
const [AT_FIRST, LATER] = [{ x: 16, y: 10 }, 4];
/** The share of a line's strokes that is within the picture as long as the line is followed. */
const WITHIN = 0.2;
/** A line that moves less than this in all rests. */
const STIRS = 3;
/** Share of a line's strokes of which more are elsewhere in the next picture than in the same place, if it moves. */
const ELSEWHERE = 0.2;

/** Follows a line from the picture in which it was read to where it begins and ends. */
export function followLine(pictures: readonly Strokes[], at: number, box: PixelBox): Followed {
  const resting = restingPatch(pictures, at, box);
  const all = patchOf(pictures[at] ?? noStrokes(box.width, box.height), box);
  const rests = resting.count >= RESTING_COUNT && resting.count >= all.count * RESTING_SHARE;
  if (rests && !stirs(pictures, at, all)) return stay(pictures, at, resting);
  const moving = move(pictures, at, all);
  const [begin, end] = [moving.places[0], moving.places.at(-1)];
  const way = begin === undefined || end === undefined ? 0 : Math.hypot(end.x - begin.x, end.y - begin.y);
  if (way >= STIRS) return moving;
  return stay(pictures, at, resting.count >= RESTING_COUNT ? resting : all);
}

/** Whether a line moves in spite of strokes in its box that rest: it may cross others. */
function stirs(pictures: readonly Strokes[], at: number, all: Patch): boolean {
  const { x, y } = all.box;
  return [pictures[at - 1], pictures[at + 1]].some((picture) => {
    if (picture === undefined) return false;
    return bestPlace(all, picture, { x, y }, AT_FIRST).share > likeness(all, picture, x, y).share + ELSEWHERE;
  });
}

/** The strokes of a line that rest before a picture, or after it where more of them do: it may just have come. */
function restingPatch(pictures: readonly Strokes[], at: number, box: PixelBox): Patch {
  const [before, after] = [pictures.slice(Math.max(0, at - RESTS + 1), at + 1), pictures.slice(at, at + RESTS)]
    .filter((some) => some.length === RESTS)
    .map((some) => patchOf(commonStrokes(some), box));
  const [one = after, other = one] = [before, after];
  if (one === undefined || other === undefined) return patchOf(noStrokes(box.width, box.height), box);
  return one.count >= other.count ? one : other;
}

function stay(pictures: readonly Strokes[], at: number, patch: Patch): Followed {
  const { x, y } = patch.box;
  const reach = (step: 1 | -1): number => {
    let [end, missed] = [at, 0];
    for (let next = at + step; missed < MISSES; next += step) {
      const picture = pictures[next];
      if (picture === undefined) break;
      if (likeness(patch, picture, x, y).share >= SHOWN) [end, missed] = [next, 0];
      else missed += 1;
    }
    return end;
  };
  return { first: reach(-1), last: reach(1), places: [] };
}

function move(pictures: readonly Strokes[], at: number, patch: Patch): Followed {
  const { x, y } = patch.box;
  const start: Place = { picture: at, x, y };
  const along = (step: 1 | -1): Place[] => {
    const places: Place[] = [];
    let [last, speed] = [start, undefined as { x: number; y: number } | undefined];
    for (;;) {
      const picture = pictures[last.picture + step];
      const found = picture && find(patch, picture, last, speed);
      if (found === undefined) return places;
      const here = { picture: last.picture + step, ...found };
      // Half of what it did and half of what it does: pixels are coarse.
      const now = { x: here.x - last.x, y: here.y - last.y };
      speed = speed === undefined ? now : { x: (speed.x + now.x) / 2, y: (speed.y + now.y) / 2 };
      places.push(here);
      last = here;
    }
  };
  const places = [...along(-1).reverse(), start, ...along(1)];
  return { first: places[0]?.picture ?? at, last: places.at(-1)?.picture ?? at, places };
}

function find(
  patch: Patch,
  picture: Strokes,
  last: Place,
  speed: { x: number; y: number } | undefined,
): { x: number; y: number } | undefined {
  const middle = { x: Math.round(last.x + (speed?.x ?? 0)), y: Math.round(last.y + (speed?.y ?? 0)) };
  const reach = speed === undefined ? AT_FIRST : { x: LATER, y: LATER };
  const best = bestPlace(patch, picture, middle, reach);
  return best.share >= SHOWN_MOVING ? { x: best.x, y: best.y } : undefined;
}

/** Where around a place a picture has the most of a patch. */
function bestPlace(
  patch: Patch,
  picture: Strokes,
  middle: { x: number; y: number },
  reach: { x: number; y: number },
): { x: number; y: number; share: number } {
  let best = { ...middle, share: 0 };
  for (let y = middle.y - reach.y; y <= middle.y + reach.y; y++) {
    for (let x = middle.x - reach.x; x <= middle.x + reach.x; x++) {
      const { share, within } = likeness(patch, picture, x, y);
      if (within >= WITHIN && share > best.share) best = { x, y, share };
    }
  }
  return best;
}
