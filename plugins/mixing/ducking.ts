/** Sample frames per second, and values per frame: left and right alternating. */
const SAMPLE_RATE = 48_000;
const CHANNELS = 2;

/** Speech level in dBFS above which the music is lowered. */
const THRESHOLD = -34;

/** Compression ratio: of 6 dB above the threshold, 1 dB remains. */
const RATIO = 6;

/** Attack and release times in seconds. */
const ATTACK = 0.0075;
const RELEASE = 0.125;

/** Sample frames between two level measurements. */
const STEP = 48;

/**
 * Lowers music while another sound is audible, block by block in a stream: 48 kHz, interleaved stereo, full scale at
 * ±1. The same on the server and in the browser's preview.
 * @returns changes a block of music in place, given the block that is heard with it
 */
export function createDucking(): (music: Float32Array, heard: Float32Array) => void {
  const [falling, rising] = [ATTACK, RELEASE].map((seconds) => 1 - Math.exp(-STEP / (seconds * SAMPLE_RATE)));
  let power = 0;
  let gain = 1;
  return (music, heard) => {
    for (let from = 0; from < music.length; from += STEP * CHANNELS) {
      const to = Math.min(music.length, from + STEP * CHANNELS);
      const now = meanSquare(heard, from, to);
      power += (now - power) * ((now > power ? falling : rising) ?? 1);
      const above = 10 * Math.log10(power + 1e-12) - THRESHOLD;
      const wanted = above <= 0 ? 1 : 10 ** ((above * (1 / RATIO - 1)) / 20);
      const slope = (wanted - gain) / (to - from);
      for (let index = from; index < to; index++) {
        music[index] = (music[index] ?? 0) * (gain + slope * (index - from));
      }
      gain = wanted;
    }
  };
}

function meanSquare(samples: Float32Array, from: number, to: number): number {
  let sum = 0;
  for (let index = from; index < to; index++) {
    const sample = samples[index] ?? 0;
    sum += sample * sample;
  }
  return sum / (to - from);
}
