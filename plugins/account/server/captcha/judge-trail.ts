/** Where a pointer was: pixels, and milliseconds since the drag began. */
export interface TrailPoint {
  x: number;
  y: number;
  t: number;
}

const MIN_POINTS = 8;
const DURATION = { least: 250, most: 30_000 };
/** A single step that covers this share of the way is a jump. */
const JUMP = 0.6;
/** The shown picture may be smaller or larger than 320 pixels: the trail's own pixels are those of the screen. */
const SCALE = { least: 0.7, most: 1.4 };
/** Pixels that a drag may be off by beside its scale. */
const SLACK = 12;
/** Of the six signs of a hand a drag has to show so many; people show five or all, and always one of its rests. */
const MIN_SIGNS = 4;

/** Key presses move by these pixels of the picture. */
const KEY_STEPS = [2, 20];
const KEYS = { presses: 6, milliseconds: 600, variation: 0.15 };

/**
 * Whether a trail looks like a hand's, by pointer or by arrow keys: it takes its time, goes all the way to `positionX`
 * without a jump, and moves as people aim.
 */
export function looksHuman(trail: readonly TrailPoint[], positionX: number): boolean {
  const [first] = trail;
  const last = trail.at(-1);
  if (first === undefined || last === undefined || trail.length < MIN_POINTS) return false;
  if (!trail.every(({ x, y, t }) => [x, y, t].every(Number.isFinite))) return false;
  const duration = last.t - first.t;
  if (duration < DURATION.least || duration > DURATION.most) return false;
  const way = last.x - first.x;
  if (way < positionX * SCALE.least - SLACK || way > positionX * SCALE.most + SLACK) return false;

  const steps = trail.slice(1).map((point, index) => {
    const before = trail[index] ?? point;
    return { dx: point.x - before.x, dy: point.y - before.y, dt: point.t - before.t };
  });
  if (steps.some(({ dt }) => dt < 0)) return false;
  if (isByKeys(trail, steps)) {
    const pressed = steps.filter(({ dx }) => dx !== 0);
    const times = steps.map(({ dt }) => dt);
    return pressed.length >= KEYS.presses && duration >= KEYS.milliseconds && variation(times) >= KEYS.variation;
  }
  if (steps.some(({ dx }) => Math.abs(dx) > Math.max(way * JUMP, SLACK))) return false;
  const { rests, others } = signsOfHand(trail, steps);
  const shown = [...rests, ...others].filter(Boolean).length;
  return rests.includes(true) && shown >= MIN_SIGNS;
}

interface Step {
  dx: number;
  dy: number;
  dt: number;
}

/** Level, and by the steps of keys. */
function isByKeys(trail: readonly TrailPoint[], steps: readonly Step[]): boolean {
  const level = trail.every(({ y }) => y === 0);
  return level && steps.every(({ dx }) => dx === 0 || KEY_STEPS.some((step) => Math.abs(Math.abs(dx) - step) < 0.3));
}

/** What tells an aimed movement of a hand from a curve that a program draws. */
function signsOfHand(trail: readonly TrailPoint[], steps: readonly Step[]) {
  const speeds = speedsOf(trail);
  const fastest = Math.max(...speeds);
  const at = speeds.indexOf(fastest);
  const moving = speeds.flatMap((speed, index) => (speed > fastest * 0.05 ? [index] : []));
  const [begin = 0, end = 1] = [moving[0], moving.at(-1)];
  const [firstStep, lastStep] = [steps[0], steps.at(-1)];
  const dys = steps.map(({ dy }) => dy).filter((dy) => dy !== 0);
  const turns = dys.filter((dy, index) => index > 0 && Math.sign(dy) !== Math.sign(dys[index - 1] ?? dy)).length;
  const ys = trail.map(({ y }) => y);
  return {
    // It takes a moment to start after it has pressed, and to let go after it has arrived.
    rests: [(firstStep?.dt ?? 0) >= 25, (lastStep?.dt ?? 0) >= 40 && Math.abs(lastStep?.dx ?? 1) <= 1],
    others: [
      // A second, smaller movement corrects the first one.
      corrections(speeds, at, fastest) > 0,
      // A hand is fastest well before the middle and slows down at length.
      (at - begin) / Math.max(1, end - begin) < 0.45,
      // It drifts up or down in long arcs.
      Math.max(...ys) - Math.min(...ys) >= 0.9 && turns <= Math.max(1, dys.length * 0.4),
      variation(steps.map(({ dt }) => dt)) >= 0.2,
    ],
  };
}

const SAMPLE_MILLISECONDS = 16;
/** Weights of a bell over seven samples, which smooths pixels and tremor away. */
const BELL = [0.05, 0.12, 0.2, 0.26, 0.2, 0.12, 0.05];

/** Speed at even times, in pixels a sample. */
function speedsOf(trail: readonly TrailPoint[]): number[] {
  const [first] = trail;
  const last = trail.at(-1);
  if (first === undefined || last === undefined) return [0];
  const places: number[] = [];
  let index = 0;
  for (let t = first.t; t <= last.t; t += SAMPLE_MILLISECONDS) {
    while (index < trail.length - 2 && (trail[index + 1]?.t ?? Infinity) <= t) index += 1;
    const [from, to] = [trail[index] ?? first, trail[index + 1] ?? last];
    const share = to.t === from.t ? 1 : Math.min(1, (t - from.t) / (to.t - from.t));
    places.push(from.x + (to.x - from.x) * share);
  }
  const smooth = places.map((_, at) =>
    BELL.reduce((sum, weight, offset) => {
      const near = Math.min(places.length - 1, Math.max(0, at + offset - 3));
      return sum + weight * (places[near] ?? 0);
    }, 0),
  );
  return smooth.slice(1).map((place, at) => Math.abs(place - (smooth[at] ?? place)));
}

/** How many movements there are beside the fastest one: peaks of the speed behind a valley. */
function corrections(speeds: readonly number[], main: number, fastest: number): number {
  let found = 0;
  let valley = fastest;
  for (let at = main + 1; at < speeds.length - 1; at += 1) {
    const speed = speeds[at] ?? 0;
    valley = Math.min(valley, speed);
    const isPeak = speed > (speeds[at - 1] ?? 0) && speed >= (speeds[at + 1] ?? 0);
    if (isPeak && speed >= fastest * 0.02 && valley <= speed * 0.6) {
      found += 1;
      valley = speed;
    }
  }
  return found;
}

/** How much numbers differ: their standard deviation as a share of their mean. */
function variation(numbers: readonly number[]): number {
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  if (mean <= 0) return 0;
  return Math.sqrt(numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0) / numbers.length) / mean;
}
