import type { MediaRunner } from '../runner.ts';

/** What every output is brought to: integrated loudness in LUFS. */
export const TARGET_LOUDNESS = -14;

/** Highest true peak in dB that an output may reach. */
const TARGET_PEAK = -1;

/** Ceiling of the limiter: room for what the encoder adds between samples. */
const LIMITER_CEILING = TARGET_PEAK - 1;

/** Quieter than this is silence; making it louder would only bring up noise. */
const SILENCE = -60;

const MOST_GAIN = 36;

/** How loud a sound is as a whole, as EBU R128 measures it. */
export interface Loudness {
  /** LUFS; −70 is silence. */
  integrated: number;
  /** dB. */
  truePeak: number;
}

/** Reads the summary that ffmpeg's `ebur128` filter writes at its end. */
export function readLoudness(log: string): Loudness {
  const summary = log.slice(log.lastIndexOf('Summary:'));
  const integrated = /I:\s+(-?[\d.]+|-inf) LUFS/.exec(summary)?.[1];
  const peak = /Peak:\s+(-?[\d.]+|-inf) dBFS/.exec(summary)?.[1];
  return { integrated: Math.max(-70, Number(integrated ?? -70) || -70), truePeak: Number(peak ?? -70) || -70 };
}

/** The filter that brings a mix to the target, given its measure and a correction in dB. */
function levelFilter(loudness: Loudness, correction: number): { filter: string; limits: boolean } {
  const wanted = loudness.integrated < SILENCE ? 0 : TARGET_LOUDNESS - loudness.integrated + correction;
  const gain = Math.min(MOST_GAIN, wanted);
  const limits = loudness.truePeak + gain > LIMITER_CEILING + 0.5;
  const limit = 10 ** (LIMITER_CEILING / 20);
  const volume = `volume=${gain.toFixed(2)}dB`;
  return {
    filter: limits ? `${volume},alimiter=limit=${limit.toFixed(4)}:attack=2:release=60:level=disabled` : volume,
    limits,
  };
}

/**
 * The filter that brings a mix to −14 LUFS below −1 dB true peak. A gain alone is exact; where a limiter
 * must take peaks down, its loss is measured and given back.
 */
export async function levelling(
  runner: MediaRunner,
  mix: { path: string; loudness: Loudness },
  folder: string,
  signal?: AbortSignal,
): Promise<string> {
  let correction = 0;
  let level = levelFilter(mix.loudness, correction);
  for (let round = 0; round < 3 && level.limits; round++) {
    const { log } = await runner.ffmpeg({
      cwd: folder,
      signal,
      nice: 10,
      keepInfo: true,
      args: ['-i', mix.path, '-af', `${level.filter},ebur128=peak=true:framelog=verbose`, '-f', 'null', '-'],
    });
    const lost = TARGET_LOUDNESS - readLoudness(log).integrated;
    if (Math.abs(lost) < 0.4) {
      break;
    }
    correction += lost;
    level = levelFilter(mix.loudness, correction);
  }
  return level.filter;
}
