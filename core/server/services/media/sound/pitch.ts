/** Hertz between which people speak. */
const [LOWEST, HIGHEST] = [65, 400];
/** Seconds that are compared with themselves, and samples a second at which that is done: pitch is low. */
const [WINDOW, RATE] = [0.04, 8_000];
/** The root of the mean square below which nothing is heard, and the least likeness of a sound with a pitch. */
const [QUIET, LIKENESS] = [0.008, 0.6];
/** How much more alike a longer period has to be: every multiple of a period is one. */
const PREFERS_SHORT = 1.06;

/**
 * The pitch of a voice at a moment, by autocorrelation.
 * @param samples of one channel, −32768 to 32767
 * @param at the first sample that is looked at
 * @returns hertz; null where nothing is voiced
 */
export function pitchAt(samples: Int16Array, at: number, rate: number): number | null {
  const step = Math.max(1, Math.round(rate / RATE));
  const own = rate / step;
  const [shortest, longest] = [Math.floor(own / HIGHEST), Math.ceil(own / LOWEST)];
  const length = Math.round(WINDOW * own);
  if (at + (length + longest) * step > samples.length) return null;
  const thin = new Float64Array(length + longest);
  for (let to = 0; to < thin.length; to += 1) {
    let sum = 0;
    for (let from = 0; from < step; from += 1) sum += samples[at + to * step + from] ?? 0;
    thin[to] = sum / step / 32_768;
  }
  const likeness = (lag: number): number => {
    let [product, first, second] = [0, 1e-9, 1e-9];
    for (let place = 0; place < length; place += 1) {
      const [a = 0, b = 0] = [thin[place], thin[place + lag]];
      product += a * b;
      first += a * a;
      second += b * b;
    }
    return Math.sqrt(first / length) < QUIET ? 0 : product / Math.sqrt(first * second);
  };
  let best = { lag: 0, likeness: 0 };
  for (let lag = shortest; lag <= longest; lag += 1) {
    const found = likeness(lag);
    if (found > best.likeness * PREFERS_SHORT) best = { lag, likeness: found };
    else if (lag - best.lag <= 2 && found > best.likeness) best = { lag, likeness: found };
  }
  return best.likeness < LIKENESS ? null : own / best.lag;
}

/** The middle one of some numbers; null of none. */
export function medianOf(numbers: readonly number[]): number | null {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? null;
}
