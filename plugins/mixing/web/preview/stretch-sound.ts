/** Samples of a piece that is moved as a whole, and of its overlap with the next: 40 and 10 ms at 48 kHz. */
const PIECE = 1920;
const OVERLAP = 480;
/** Samples around the place of a piece among which the best fitting one is looked for. */
const SEARCH = 360;

/**
 * Plays sound faster or slower at the same pitch (WSOLA). Both channels move together.
 * @param channels left and right at 48 kHz, of one length
 * @param speed 0.5 to 2; 2 makes it half as long
 */
export function stretchSound(
  channels: readonly [Float32Array, Float32Array],
  speed: number,
): [Float32Array, Float32Array] {
  if (speed === 1) return [channels[0], channels[1]];
  const [left, right] = channels;
  const length = Math.max(0, Math.floor(left.length / speed));
  const made: [Float32Array, Float32Array] = [new Float32Array(length), new Float32Array(length)];
  const hop = PIECE - OVERLAP;
  let before = 0;
  for (let to = 0; to < length; to += hop) {
    const ideal = Math.floor(to * speed);
    // What would follow the piece before is what the next one should begin like.
    const from = to === 0 ? 0 : bestFit(left, before + hop, ideal);
    for (let index = 0; index < PIECE && to + index < length; index++) {
      const isOverlap = to > 0 && index < OVERLAP;
      const gain = isOverlap ? index / OVERLAP : 1;
      made[0][to + index] =
        (isOverlap ? (made[0][to + index] ?? 0) * (1 - gain) : 0) + (left[from + index] ?? 0) * gain;
      made[1][to + index] =
        (isOverlap ? (made[1][to + index] ?? 0) * (1 - gain) : 0) + (right[from + index] ?? 0) * gain;
    }
    before = from;
  }
  return made;
}

/** Where near `ideal` the sound is most like that at `like`. */
function bestFit(samples: Float32Array, like: number, ideal: number): number {
  let best = Math.max(0, ideal);
  let most = -Infinity;
  for (let from = Math.max(0, ideal - SEARCH); from <= ideal + SEARCH; from += 4) {
    let likeness = 0;
    for (let index = 0; index < OVERLAP; index += 4) {
      likeness += (samples[like + index] ?? 0) * (samples[from + index] ?? 0);
    }
    if (likeness > most) [most, best] = [likeness, from];
  }
  return best;
}
