import { strongest, type Blend } from './find-dissolves.ts';
import { gridAt, gridDifference, likeness } from './find-cuts.ts';
import { CELLS, GRID, levelOf, seenLight, type FrameSignals } from './frame-signals.ts';

/** Spread of brightness up to which a picture may be plain. */
const PLAIN = 3;

/** How far from black or white a plain picture may be, of 255, and as a share of the pictures around it. */
const [PLAIN_FAR, PLAIN_SHARE] = [30, 0.3];

/** Seconds that each half of a fade takes at the most, with what stands plain between. */
const FADE_SECONDS = 1.6;

/** Seconds after which what does not get further from plain is the shot itself. */
const SETTLED_SECONDS = 0.12;

/** How far from plain a whole picture is at the least, of 255. */
const FAR = 10;

/** What two pictures differ by at the least, of 255, and how alike they may be, for a fade to lie between. */
const [LEAST_DIFFERENCE, MOST_ALIKE] = [4.5, 0.9];

/** The share of the time between two pictures by which lines may miss each other that meet between them. */
const OVERLAP = 0.25;

/** Pictures that fades lead through. */
const [BLACK, WHITE] = [gridOfLight(16), gridOfLight(235)];

function gridOfLight(level: number): Uint8Array {
  return new Uint8Array(GRID).fill(seenLight(level), 0, CELLS * CELLS).fill(128, CELLS * CELLS);
}

/** Finds fades, step by step: pictures become black or white, and others come out of that. */
export function* findFades(signals: FrameSignals): Generator<void, Blend[]> {
  return strongest([...(yield* fadesThrough(signals, BLACK)), ...(yield* fadesThrough(signals, WHITE))]);
}

function* fadesThrough(signals: FrameSignals, plain: Uint8Array): Generator<void, Blend[]> {
  const { count, spread, times } = signals;
  const far = Float64Array.from({ length: count }, (_, at) => gridDifference(gridAt(signals, at), plain));
  const found: Blend[] = [];
  for (let middle = 1; middle < count - 1; middle++) {
    yield;
    const least = far[middle] ?? 0;
    if (least > (far[middle - 1] ?? 0) || least >= (far[middle + 1] ?? 0)) continue;
    const isPlain = (spread[middle] ?? 0) <= PLAIN && least <= PLAIN_FAR;
    if (!isPlain && !leadsThrough(middle) && !leadsThrough(middle + 1)) continue;
    const nearest = isPlain ? gridAt(signals, middle) : plain;
    const [from, to] = [leave(nearest, middle, -1), leave(nearest, middle, 1)];
    if (from === null || to === null) continue;
    if (isPlain && least > Math.max(far[from] ?? 0, far[to] ?? 0) * PLAIN_SHARE) continue;
    const [before, behind] = [gridAt(signals, from), gridAt(signals, to)];
    if (gridDifference(before, behind) < LEAST_DIFFERENCE || likeness(before, behind, MOST_ALIKE) > MOST_ALIKE)
      continue;
    found.push({ from, to, certainty: isPlain ? 1 - (0.4 * (spread[middle] ?? 0)) / PLAIN : 0.6 });
  }
  return found;

  /**
   * Whether a plain picture was shown between a picture and the one before, though none was decoded: going on as they
   * do on either side, pictures are plain before they leave it again.
   */
  function leadsThrough(behind: number): boolean {
    const reached = plainAt(behind - 1, behind - 2);
    const left = plainAt(behind, behind + 1);
    if (reached === null || left === null) return false;
    const [from, to] = [times[behind - 1] ?? 0, times[behind] ?? 0];
    return reached <= left + (to - from) * OVERLAP && reached <= to && left >= from;
  }

  function lightBeside(at: number): number {
    return Math.abs(lightOf(gridAt(signals, at)) - lightOf(plain));
  }

  /** When a straight line through the light of two pictures is at that of a plain one; null where it does not lead there. */
  function plainAt(near: number, other: number): number | null {
    if (near < 0 || other < 0 || near >= count || other >= count) return null;
    const [own, further] = [lightBeside(near), lightBeside(other)];
    if (further <= own) return null;
    return (times[near] ?? 0) + (((times[near] ?? 0) - (times[other] ?? 0)) * own) / (further - own);
  }

  /** The picture on one side of a plain one that is whole; null where it does not come step by step. */
  function leave(nearest: Uint8Array, middle: number, way: 1 | -1): number | null {
    const distances = [gridDifference(gridAt(signals, middle), nearest)];
    let [most, top] = [0, 0];
    for (let step = 1, at = middle + way; at >= 0 && at < count; step++, at += way) {
      const seconds = Math.abs((times[at] ?? 0) - (times[middle] ?? 0));
      if (seconds > FADE_SECONDS) break;
      const distance = gridDifference(gridAt(signals, at), nearest);
      distances.push(distance);
      if (distance > most * 1.03 + 0.3) [most, top] = [distance, step];
      else if (most > FAR && Math.abs((times[at] ?? 0) - (times[middle + way * top] ?? 0)) > SETTLED_SECONDS) break;
    }
    const whole = distances.findIndex((distance) => distance >= most * 0.95);
    const steps = distances.slice(0, whole + 1).map((distance, at) => distance - (distances[at - 1] ?? 0));
    const steepest = Math.max(...steps);
    return most <= FAR || steepest > most * 0.6 ? null : middle + way * whole;
  }
}

/** Mean brightness of a picture, about as it was before it was kept as it is seen. */
function lightOf(grid: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < CELLS * CELLS; at++) sum += grid[at] ?? 0;
  return levelOf(sum / (CELLS * CELLS));
}
