const REPORT_EVERY_MILLISECONDS = 100;
/** Below this share of the work an estimate would be a guess. */
const MIN_SECONDS = 1;
const MIN_SHARE = 0.01;

/** Progress over a set of weighted pieces. */
export interface MakeProgress {
  /** Reports a piece's progress, 0 to 1; it never goes backwards. */
  report(key: string, share: number): void;
  /** Marks a piece as done. */
  finish(key: string): void;
  /** Marks everything as done. */
  end(): void;
}

/**
 * Makes a {@link MakeProgress} that calls `onProgress` at most ten times a second, and always at the end. The
 * remaining time is estimated from the rate so far.
 */
export function createMakeProgress(
  weights: ReadonlyMap<string, number>,
  onProgress?: (done: number, secondsLeft: number | null) => void,
): MakeProgress {
  const shares = new Map<string, number>();
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const started = performance.now();
  let done = 0;
  let reported = -1;
  let reportedAt = Number.NEGATIVE_INFINITY;

  function tell(): void {
    const now = performance.now();
    const share = total === 0 ? 0 : Math.min(1, done / total);
    if (onProgress === undefined || share <= reported || now - reportedAt < REPORT_EVERY_MILLISECONDS) return;
    reported = share;
    reportedAt = now;
    const seconds = (now - started) / 1000;
    onProgress(share, seconds < MIN_SECONDS || share < MIN_SHARE ? null : (seconds * (1 - share)) / share);
  }

  function report(key: string, share: number): void {
    const before = shares.get(key) ?? 0;
    const after = Math.min(1, share);
    if (!(after > before)) return;
    shares.set(key, after);
    done += (after - before) * (weights.get(key) ?? 0);
    tell();
  }

  return {
    report,
    finish: (key) => report(key, 1),
    end() {
      if (reported < 1) onProgress?.(1, 0);
      reported = 1;
    },
  };
}
