import { FASTEST_PACE, lettersThatFit } from '#core/contract/speech-pace.ts';
import { readLength } from '#core/contract/timed-text/reading.ts';

import type { MixProject } from './project.ts';

type Dubbing = NonNullable<MixProject['dubbing']>;

/** What the videos say: one text, or a paragraph each where these are dealt out. */
export function dubbingParts({ text, dealt }: Pick<Dubbing, 'text' | 'dealt'>): string[] {
  if (dealt !== true) return [text];
  const parts = text.split(/\n\s*\n/).map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

/** What the video at a place says, with which voice; null where it says nothing. */
export function partAt(dubbing: Dubbing | null, position: number): { part: number; dubbing: Dubbing } | null {
  if (dubbing === null) return null;
  const parts = dubbingParts(dubbing);
  const part = parts.length === 0 ? 0 : position % parts.length;
  const text = parts[part];
  return text === undefined ? null : { part, dubbing: { ...dubbing, text } };
}

/**
 * How much faster than it was spoken a text may be heard to fit: to {@link FASTEST_PACE} of the voice's own pace, and
 * not at all where its owner has chosen a faster one.
 */
export const mostHurry = (speed: number): number => Math.min(FASTEST_PACE, Math.max(1, FASTEST_PACE / speed));

/** What is said of a text that is too long for a video. */
interface TooLong {
  /** Seconds that it lasts, and that there are. */
  speech: string;
  video: string;
  /** Letters that would fit. */
  most: number;
}

/** Looks whether a text as it was spoken fits into a video. @param times in seconds @returns null where it does */
export function tooLong(
  { text, speed }: Pick<Dubbing, 'text' | 'speed'>,
  { spoken, video }: { spoken: number; video: number },
): TooLong | null {
  const hurry = mostHurry(speed);
  if (spoken <= video * hurry) return null;
  const most = lettersThatFit({ letters: readLength(text), spoken, room: video }, hurry);
  return { speech: tenths(spoken), video: tenths(video), most };
}

const tenths = (seconds: number): string => (Math.floor(seconds * 10) / 10).toFixed(1);
