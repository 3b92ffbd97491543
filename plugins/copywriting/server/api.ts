import type { TimedCue } from '#core/contract/timed-text/timed-cue.ts';
import { serverToken } from '#core/server/plugins/server-token.ts';

/** What other features may know of a text with times. */
export interface CopywritingText {
  id: string;
  name: string;
  /** BCP 47 tag of what it was read or typed as. */
  language: string;
  /** That of its video; null where there is none. */
  materialId: string | null;
  /** How long the video is; null for a text without one. */
  seconds: number | null;
  cues: readonly TimedCue[];
  /** One more with each change of its cues. */
  revision: number;
}

/** The texts with times of an account. */
export interface CopywritingTexts {
  /** Finished texts, the newest first, with their first letters. @param options.q words that they have */
  list(
    accountId: string,
    options: { q: string; limit: number },
  ): Promise<readonly (Pick<CopywritingText, 'id' | 'name' | 'materialId'> & { excerpt: string })[]>;
  /** A finished text; undefined where there is none. */
  find(accountId: string, id: string): Promise<CopywritingText | undefined>;
}

/** Texts of videos; absent while the plugin is off. */
export const TEXTS = serverToken<CopywritingTexts>('copywriting.texts', 1);
