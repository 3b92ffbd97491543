/** Sample frames between the middles of two pieces, 12 ms at 48 kHz; a piece reaches from one middle to the next but one. */
const STEP = 576;

/** Sample frames around the place of a piece among which the best fitting one is looked for: a period of a low voice. */
const SEARCH = 312;

/** How much of its fit a piece at the edge of the search has to make up for. */
const PULL = 0.1;

/** Mean square below which a sound has nothing that could fit. */
const SILENCE = 1e-8;

/**
 * Plays sound faster or slower at the same pitch (WSOLA). What begins, begins within 15 ms of its time: the pieces are
 * short, lie around the moment that they stand for, and move only to fit what sounds already. Both channels move
 * together. The same on the server and in the browser's preview.
 * @param channels left and right at 48 kHz, of one length
 * @param speed 0.5 to 2; 2 makes it half as long
 */
export function stretchSound(
  channels: readonly [Float32Array, Float32Array],
  speed: number,
): [Float32Array, Float32Array] {
  if (speed === 1) return [channels[0], channels[1]];
  const middle = channels[0].map((sample, index) => sample + (channels[1][index] ?? 0));
  const length = Math.max(0, Math.floor(middle.length / speed));
  const made: [Float32Array, Float32Array] = [new Float32Array(length), new Float32Array(length)];
  let after = 0;
  for (let to = -STEP; to < length; to += STEP) {
    const ideal = Math.round((to + STEP) * speed) - STEP;
    // What would follow the piece before is what the next one should begin like.
    const from = to < 0 ? ideal : bestFit(middle, after, ideal);
    channels.forEach((channel, side) => addPiece(channel, from, made[side === 0 ? 0 : 1], to));
    after = from + STEP;
  }
  return made;
}

const FADE = Float32Array.from(
  { length: 2 * STEP },
  (_, index) => Math.sin((Math.PI * (index + 0.5)) / (2 * STEP)) ** 2,
);

function addPiece(channel: Float32Array, from: number, into: Float32Array, to: number): void {
  const end = Math.min(2 * STEP, into.length - to, channel.length - from);
  for (let index = Math.max(0, -to, -from); index < end; index++) {
    into[to + index] = (into[to + index] ?? 0) + (channel[from + index] ?? 0) * (FADE[index] ?? 0);
  }
}

/** Where near `ideal` the sound is most like that at `like`. */
function bestFit(samples: Float32Array, like: number, ideal: number): number {
  if (powerAt(samples, like) < SILENCE) return ideal;
  let best = ideal;
  let most = 0;
  for (let from = ideal - SEARCH; from <= ideal + SEARCH; from += 2) {
    let likeness = 0;
    let power = SILENCE;
    for (let index = 0; index < STEP; index += 2) {
      const sample = samples[from + index] ?? 0;
      likeness += sample * (samples[like + index] ?? 0);
      power += sample * sample;
    }
    const fit = (likeness / Math.sqrt(power)) * (1 - (PULL * Math.abs(from - ideal)) / SEARCH);
    if (fit > most) [most, best] = [fit, from];
  }
  return best;
}

function powerAt(samples: Float32Array, from: number): number {
  let power = 0;
  for (let index = 0; index < STEP; index += 2) power += (samples[from + index] ?? 0) ** 2;
  return (power * 2) / STEP;
}
