/** The time window for measuring a speed, in milliseconds. */
const WINDOW = 4_000;
const MIN = 500;

/** Measures the recent speed of a transfer. */
export class SpeedMeter {
  private samples: { at: number; bytes: number }[] = [];

  /** @param bytes transferred so far */
  note(bytes: number, at: number = performance.now()): void {
    const last = this.samples.at(-1);
    if (last !== undefined && bytes < last.bytes) this.samples = [];
    this.samples.push({ at, bytes });
    while (this.samples.length > 2 && at - (this.samples[1]?.at ?? at) > WINDOW) this.samples.shift();
  }

  /** Bytes per second; null until known. */
  get speed(): number | null {
    const first = this.samples[0];
    const last = this.samples.at(-1);
    if (first === undefined || last === undefined || last.at - first.at < MIN) return null;
    return ((last.bytes - first.bytes) * 1000) / (last.at - first.at);
  }

  reset(): void {
    this.samples = [];
  }
}
