/** Levels that an outline has at most. */
const MAX_LEVELS = 240;
const HEADER_BYTES = 44;

/** Loudness of a material's sound, 0 to 255. @param peaks one byte a level, base64 */
export function levelsOfPeaks(peaks: string | null): readonly number[] {
  if (peaks === null) return [];
  try {
    return Array.from(atob(peaks), (letter) => letter.charCodeAt(0));
  } catch {
    return [];
  }
}

/** Loudness of a WAV of 16 bits, 0 to 255; nothing where it cannot be read. */
export async function levelsOfWav(url: string, signal: AbortSignal): Promise<readonly number[]> {
  try {
    const answer = await fetch(url, { signal });
    if (!answer.ok) return [];
    const bytes = await answer.arrayBuffer();
    const samples = new Int16Array(bytes, HEADER_BYTES, Math.floor((bytes.byteLength - HEADER_BYTES) / 2));
    return levelsOfSamples(samples);
  } catch {
    // The waveform is only decoration.
    return [];
  }
}

/** The loudest moment of each stretch, 0 to 255. */
export function levelsOfSamples(samples: Int16Array): number[] {
  const count = Math.min(MAX_LEVELS, samples.length);
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * samples.length) / count);
    const until = Math.floor(((index + 1) * samples.length) / count);
    let most = 0;
    for (let at = from; at < until; at++) most = Math.max(most, Math.abs(samples[at] ?? 0));
    return Math.round((most / 32_768) * 255);
  });
}
