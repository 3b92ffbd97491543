/** Where the pointer was: pixels of the picture from where it began, and milliseconds since then. */
export interface TrailPoint {
  x: number;
  y: number;
  t: number;
}

/** The server accepts at most 2000 points. */
const LIMIT = 1900;

/** The way that a pointer took, from the moment it was put down. */
export class Trail {
  private readonly points: TrailPoint[] = [];
  private began = 0;

  /** @param at milliseconds of any monotonic clock */
  add(x: number, y: number, at: number): void {
    if (this.points.length === 0) {
      this.began = at;
    }
    const point = { x: round(x), y: round(y), t: Math.max(0, Math.round(at - this.began)) };
    if (this.points.length < LIMIT) {
      this.points.push(point);
    } else {
      // The end of the way matters more than its last hundred points.
      this.points[LIMIT - 1] = point;
    }
  }

  /** The pointer stayed where it was until now. */
  stay(at: number): void {
    const last = this.points.at(-1);
    if (last !== undefined) {
      this.add(last.x, last.y, at);
    }
  }

  list(): TrailPoint[] {
    return [...this.points];
  }

  clear(): void {
    this.points.length = 0;
  }
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
