import type { MediaInfo } from '#core/server/services/media/media-info.ts';
import { commonSound, SAMPLE_RATE } from '#core/server/services/media/sound/common-sound.ts';

/** Samples of the fades at both ends of a clip's sound: five milliseconds, because cutting through a wave would click. */
export const FADE = 240;

/**
 * The filters of a clip's sound. At another speed they leave it as it was recorded, to be stretched.
 * @param input the number of the material among the inputs, with which the output's name ends
 * @param lead seconds of the material that are read before the clip begins
 * @param samples of the clip
 */
export function soundFilter(
  info: MediaInfo,
  { input, lead, speed, samples }: { input: number; lead: number; speed: number; samples: number },
): string {
  const end = samples - FADE;
  const exact = `apad,atrim=end_sample=${samples},afade=in:ns=${FADE},afade=out:start_sample=${end}:ns=${FADE}`;
  if (info.audio === null) {
    return `anullsrc=r=${SAMPLE_RATE}:cl=stereo,${exact}[sound${input}]`;
  }
  const heard = speed === 1 ? exact : `apad,atrim=end_sample=${Math.ceil(samples * speed)}`;
  return `[${input}:${info.audio.index}]asetpts=PTS-${lead.toFixed(6)}/TB,atrim=start=0,${commonSound(info.audio.channels)},${heard}[sound${input}]`;
}
