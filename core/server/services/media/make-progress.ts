const REPORT_EVERY_MILLISECONDS = 100;
/** Below this share an estimate would be a guess. */
const LEAST_SECONDS = 1;
const LEAST_SHARE = 0.01;

/** Progress of a set of weighted pieces. */
export interface MakeProgress {
  /** A piece's own share, 0 to 1; it never goes back. */
  report(key: string, share: number): void;
  /** A piece is done. */
  finish(key: string): void;
  /** All is done. */
  end(): void;
}

/**
 * Makes a {@link MakeProgress} that tells `onProgress` at most ten times a second, and the end for
 * certain. The seconds left follow from the rate so far.
 */
export function createMakeProgress(
  weights: ReadonlyMap<string, number>,
  onProgress?: (done: number, secondsLeft: number | null) => void,
): MakeProgress {
  const shares = new Map<string, number>();
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const started = performance.now();
  let done = 0;
  let told = -1;
  let toldAt = Number.NEGATIVE_INFINITY;

  function tell(): void {
    const now = performance.now();
    const share = total === 0 ? 0 : Math.min(1, done / total);
    if (onProgress === undefined || share <= told || now - toldAt < REPORT_EVERY_MILLISECONDS) return;
    told = share;
    toldAt = now;
    const seconds = (now - started) / 1000;
    onProgress(share, seconds < LEAST_SECONDS || share < LEAST_SHARE ? null : (seconds * (1 - share)) / share);
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
      if (told < 1) onProgress?.(1, 0);
      told = 1;
    },
  };
}
