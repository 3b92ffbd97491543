/** Seconds by which a frame may be written later than it is meant: containers round their times. */
export const LATE = 0.002;

/** Seconds that a moment keeps from the change of two frames, where there is room. */
const GUARD = 0.0006;

/** The most seconds by which moments are moved for an even rhythm. */
const MAX_SHIFT = 0.01;

/** The most outputs of one frame, in a rhythm that is kept even: 24 frames a second at 30 are 4 in 5. */
const LONGEST_RHYTHM = 6;

/** How the pictures of a material follow each other. */
export interface Rhythm {
  /** Pictures a second, evenly spaced; null where the time between them varies or is not known. */
  rate: number | null;
  /** Seconds of the material at which its pictures begin: its sound may begin earlier. */
  begins: number;
}

export interface ShownFramesOptions {
  rhythm: Rhythm;
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

/**
 * Chooses the moments of a material that the frames of an output show, in preview and video alike: each the picture
 * that a player would have on screen there. At an even rate the moments move by a few milliseconds where a frame would
 * otherwise be shown twice, or be left out, only because a window begins where two frames change.
 */
export function shownFrames({ rhythm, start, speed, fps, frames }: ShownFramesOptions): ShownFrames {
  const { rate, begins } = rhythm;
  if (rate === null) return { lead: 0, moment: LATE };
  const lead = Math.min(start, 4 / rate);
  const step = (rate * speed) / fps;
  const first = (start + LATE - begins) * rate;
  for (let length = 1; length <= LONGEST_RHYTHM; length++) {
    const drift = (step - Math.round(step * length) / length) * frames;
    const [low, high] = [first + Math.min(0, drift), first + Math.max(0, drift)];
    const guard = GUARD * rate;
    if (high - low + 2 * guard > 1 / length) continue;
    const from = Math.floor(((low + high) / 2) * length) / length + guard;
    const to = from + 1 / length - 2 * guard;
    const shift = (Math.max(0, from - low) - Math.max(0, high - to)) / rate;
    if (Math.abs(shift) <= MAX_SHIFT) return { lead, moment: LATE + shift };
  }
  return { lead, moment: LATE };
}
