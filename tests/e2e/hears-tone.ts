import { spawnSync } from 'node:child_process';

/** Samples in a second that are looked at. */
const RATE = 8000;
/** Samples in which a tone is looked for. */
const PART = 800;

/** Whether some tenth of a second of a video is filled by a tone of so many hertz (Goertzel). */
export function hearsTone(path: string, hertz: number): boolean {
  const args = ['-nostdin', '-v', 'error', '-i', path, '-ac', '1', '-ar', String(RATE), '-f', 's16le', '-'];
  const { stdout } = spawnSync('ffmpeg', args, { maxBuffer: 1e9 });
  const samples = new Int16Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + (stdout.length & ~1)));
  for (let from = 0; from + PART <= samples.length; from += PART) {
    const part = samples.subarray(from, from + PART);
    const all = part.reduce((sum, sample) => sum + sample * sample, 0);
    if (all > PART * 100 ** 2 && powerAt(part, hertz) > all / 2) return true;
  }
  return false;
}

/** The energy of a tone, in that of samples. */
function powerAt(samples: Int16Array, hertz: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * hertz) / RATE);
  let [before, last] = [0, 0];
  for (const sample of samples) [before, last] = [last, sample + turn * last - before];
  return ((before ** 2 + last ** 2 - turn * before * last) * 2) / samples.length;
}
