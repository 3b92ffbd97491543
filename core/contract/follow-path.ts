/** A point of a picture at a moment. */
export interface PathPoint {
  /** Seconds. */
  time: number;
  /** Shares of the picture's sides. */
  x: number;
  y: number;
}

/** A stretch of a path: a value that is `a + b·u + c·u² + d·u³`, `u` seconds after it begins. */
export interface Curve {
  from: number;
  to: number;
  coefficients: [a: number, b: number, c: number, d: number];
}

/**
 * The curves through the points of a path along one side: smooth, and never beyond the two points between which they
 * run. Before the first point and after the last one the path rests there.
 * @param points in order of time, no two at the same
 */
export function pathCurves(points: readonly PathPoint[], side: 'x' | 'y'): Curve[] {
  const gaps = points.slice(1).map((point, at) => point.time - (points[at]?.time ?? 0));
  const slopes = gaps.map((gap, at) => ((points[at + 1]?.[side] ?? 0) - (points[at]?.[side] ?? 0)) / gap);
  // At rest where it begins, where it ends, and where it turns back.
  const tangents = points.map((_, at) => {
    const [before, after] = [slopes[at - 1], slopes[at]];
    if (before === undefined || after === undefined || before * after <= 0) return 0;
    const [short, long] = [gaps[at - 1] ?? 1, gaps[at] ?? 1];
    // The weighted harmonic mean of Fritsch and Butland keeps the curve within its points.
    const [one, two] = [2 * long + short, long + 2 * short];
    return (one + two) / (one / before + two / after);
  });
  return gaps.map((gap, at) => {
    const [slope = 0, begin = 0, end = 0] = [slopes[at], tangents[at], tangents[at + 1]];
    const from = points[at]?.time ?? 0;
    return {
      from,
      to: from + gap,
      coefficients: [
        points[at]?.[side] ?? 0,
        begin,
        (3 * slope - 2 * begin - end) / gap,
        (begin + end - 2 * slope) / gap ** 2,
      ],
    };
  });
}

/** Where a path is at a moment, along one side; the middle where it has no points. */
export function pathAt(points: readonly PathPoint[], side: 'x' | 'y', time: number): number {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return 0.5;
  if (time <= first.time) return first[side];
  if (time >= last.time) return last[side];
  const curve = pathCurves(points, side).find(({ to }) => time < to);
  if (curve === undefined) return last[side];
  const [a, b, c, d] = curve.coefficients;
  const u = time - curve.from;
  return a + u * (b + u * (c + u * d));
}
