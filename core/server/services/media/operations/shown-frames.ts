import type { MediaInfo, VideoStream } from '../media-info.ts';

/** Seconds by which a frame may be written later than it is meant: containers round their times. */
const LATE = 0.002;

/** Seconds that a moment keeps from the change of two frames, where there is room. */
const GUARD = 0.0006;

/** The most seconds by which moments are moved for an even rhythm. */
const MAX_SHIFT = 0.01;

/** The most outputs of one frame, in a rhythm that is kept even: 24 frames a second at 30 are 4 in 5. */
const LONGEST_RHYTHM = 6;

export interface ShownFramesOptions {
  info: Pick<MediaInfo, 'startTime'>;
  video: VideoStream;
  /** Seconds of the material at which the output begins. */
  start: number;
  /** 2 plays twice as fast. */
  speed: number;
  /** Of the output. */
  fps: number;
  frames: number;
}

/** Which frames of a material an output shows. */
export interface ShownFrames {
  /** Seconds before the start from which on frames are read: the one on screen at the start is among them. */
  lead: number;
  /** Seconds after the start that the output's first frame shows; the others follow at their distance. */
  moment: number;
}

/** Whether the time between frames varies. */
export function isVariable({ averageRate, baseRate }: VideoStream): boolean {
  return averageRate === null || baseRate === null || Math.abs(baseRate / averageRate - 1) > 0.002;
}

/**
 * Chooses the moments of a material that the frames of an output show: each the picture that a player would have on
 * screen there. At an even rate the moments move by a few milliseconds where a frame would otherwise be shown
 * twice, or be left out, only because a window begins where two frames change.
 */
export function shownFrames({ info, video, start, speed, fps, frames }: ShownFramesOptions): ShownFrames {
  const rate = video.baseRate;
  if (rate === null || isVariable(video)) return { lead: 0, moment: LATE };
  const lead = Math.min(start, 4 / rate);
  const step = (rate * speed) / fps;
  const first = (start + LATE - (video.startTime - info.startTime)) * rate;
  for (let rhythm = 1; rhythm <= LONGEST_RHYTHM; rhythm++) {
    const drift = (step - Math.round(step * rhythm) / rhythm) * frames;
    const [low, high] = [first + Math.min(0, drift), first + Math.max(0, drift)];
    const guard = GUARD * rate;
    if (high - low + 2 * guard > 1 / rhythm) continue;
    const from = Math.floor(((low + high) / 2) * rhythm) / rhythm + guard;
    const to = from + 1 / rhythm - 2 * guard;
    const shift = (Math.max(0, from - low) - Math.max(0, high - to)) / rate;
    if (Math.abs(shift) <= MAX_SHIFT) return { lead, moment: LATE + shift };
  }
  return { lead, moment: LATE };
}
