/** Where a pointer was: pixels, and milliseconds since the drag began. */
export interface TrailPoint {
  x: number;
  y: number;
  t: number;
}

const MIN_POINTS = 5;
const DURATION = { least: 200, most: 30_000 };
/** A single step that covers this share of the way is a jump. */
const JUMP = 0.6;
/** The shown picture may be smaller or larger than 320 pixels: the trail's own pixels are those of the screen. */
const SCALE = { least: 0.7, most: 1.4 };
/** Pixels that a drag may be off by beside its scale. */
const SLACK = 12;
/** No hand keeps nearer to a straight line of place over time, in pixels; one that taps a key keeps no even time instead. */
const MIN_UNEVENNESS = 1.5;
const MIN_TIME_VARIATION = 0.15;
/** Variation of the speed, as a share of the mean; an even stepping has none. */
const MIN_SPEED_VARIATION = 0.05;

/**
 * Whether a trail looks like a hand's, by pointer or by arrow keys: it takes its time, goes all the way to
 * `positionX` without a jump, and neither at one speed nor in steps of one size and time.
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
    return { dx: point.x - before.x, dt: point.t - before.t };
  });
  if (steps.some(({ dt }) => dt < 0)) return false;
  if (steps.some(({ dx }) => Math.abs(dx) > Math.max(way * JUMP, SLACK))) return false;
  // Several points of one moment count as one step of a millisecond.
  const speeds = steps.map(({ dx, dt }) => dx / Math.max(dt, 1));
  if (variation(speeds) < MIN_SPEED_VARIATION) return false;
  return unevenness(trail) >= MIN_UNEVENNESS || variation(steps.map(({ dt }) => dt)) >= MIN_TIME_VARIATION;
}

/** How far the trail gets from the best straight line of place over time: pixels. */
function unevenness(trail: readonly TrailPoint[]): number {
  const mean = (pick: (point: TrailPoint) => number) =>
    trail.reduce((sum, point) => sum + pick(point), 0) / trail.length;
  const [meanT, meanX] = [mean(({ t }) => t), mean(({ x }) => x)];
  const spread = trail.reduce((sum, { t }) => sum + (t - meanT) ** 2, 0);
  const slope = spread === 0 ? 0 : trail.reduce((sum, { t, x }) => sum + (t - meanT) * (x - meanX), 0) / spread;
  return Math.max(...trail.map(({ t, x }) => Math.abs(x - meanX - slope * (t - meanT))));
}

/** How much numbers differ: their standard deviation as a share of their mean. */
function variation(numbers: readonly number[]): number {
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  if (mean <= 0) return 0;
  return Math.sqrt(numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0) / numbers.length) / mean;
}
