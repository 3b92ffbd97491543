import { token } from '#core/web/token.ts';

import type { VideoText } from './calls.ts';

export { listTextLanguages, openText, READ_TEXT, readingOf, type VideoText } from './calls.ts';

/** Where the text of videos is, as far as it is known: for pages on which somebody sees it. Observable. */
export interface VideoTextsKnown {
  /** BCP 47 tags of the languages that can be read; null until they are known. */
  readonly languages: readonly string[] | null;
  /** What is known of a video; undefined before anybody asked. */
  of(id: string, language: string): VideoText | undefined;
  /** Asks where the text of a video is, and has it read if nobody knows. A failure is what is known then. */
  open(id: string, language: string, again?: boolean): Promise<void>;
  /** Learns which languages can be read, and hears of text that was. @returns stops that */
  follow(): () => void;
}

/** Where the text of videos is. */
export const VIDEO_TEXTS = token<VideoTextsKnown>('eye.video-texts', 1);
