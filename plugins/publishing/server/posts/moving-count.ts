/** What platforms count that know no days. */
export const MOVING_MILLISECONDS = 24 * 60 * 60_000;

/** How many times lie within any 24 hours, of which the beginning is no part. */
export class MovingCount {
  /** In milliseconds, in order. */
  readonly #times: number[];

  constructor(times: readonly Date[]) {
    this.#times = times.map((time) => time.getTime()).toSorted((a, b) => a - b);
  }

  add(time: Date): void {
    const at = time.getTime();
    this.#times.splice(this.#until(at), 0, at);
  }

  /** The most within any 24 hours that a time is part of. */
  around(time: Date): number {
    const at = time.getTime();
    let most = this.#endingAt(at);
    for (let place = this.#until(at); place < this.#times.length; place += 1) {
      const other = this.#times[place] ?? 0;
      if (other >= at + MOVING_MILLISECONDS) break;
      most = Math.max(most, this.#endingAt(other));
    }
    return most;
  }

  get times(): Date[] {
    return this.#times.map((time) => new Date(time));
  }

  /** The most within any 24 hours that end with one of some times. */
  most(ends: readonly Date[]): number {
    return Math.max(0, ...ends.map((end) => this.#endingAt(end.getTime())));
  }

  copy(): MovingCount {
    return new MovingCount(this.times);
  }

  #endingAt(end: number): number {
    return this.#until(end) - this.#until(end - MOVING_MILLISECONDS);
  }

  /** How many are not behind a time. */
  #until(time: number): number {
    let [low, high] = [0, this.#times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#times[middle] ?? 0) <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
