import type { MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import type { Cost } from '#core/contract/price.ts';
import type { TimedCue } from '#core/contract/timed-text/timed-cue.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
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

/** A text as lists show it, with what tells it from others of the same name. */
export interface TextInList extends Pick<CopywritingText, 'id' | 'name' | 'language' | 'materialId' | 'seconds'> {
  /** Its first letters. */
  excerpt: string;
  /** Where it was found, or how it came in. */
  from: ExtractOptions['from'] | 'file' | 'typed';
  lines: number;
  /** ISO time. */
  createdAt: string;
}

/** The text that a video has. */
export interface TextOfVideo {
  id: string;
  materialId: string;
  /** Cues, and letters of all of them. */
  lines: number;
  letters: number;
}

/** What a text is at. */
export interface TextState {
  id: string;
  state: 'extracting' | 'success' | 'failed';
  /** Why it failed. */
  error: { code: MessageKey; params: MessageParams } | null;
}

/** Which text is extracted, and how. */
export interface ExtractOptions {
  video: string;
  name: string;
  /** Where it is looked for. */
  from: 'picture' | 'speech' | 'both';
  /** BCP 47 tag of what is read and spoken. */
  language: string;
  /** The most that it may cost. */
  agreed: Cost | null;
  /** Called in the transaction that begins it. */
  begun(tx: Tx, ids: { runId: string; textId: string }): Promise<void>;
}

/** The texts with times of an account. */
export interface CopywritingTexts {
  /** Finished texts, the newest first. @param options.q words that they have */
  list(accountId: string, options: { q: string; limit: number }): Promise<readonly TextInList[]>;
  /** A finished text; undefined where there is none. */
  find(accountId: string, id: string): Promise<CopywritingText | undefined>;
  /** Finished texts of videos in a language, of each video the newest. */
  ofVideos(accountId: string, videos: readonly string[], language: string): Promise<readonly TextOfVideo[]>;
  /** What texts are at; those that are gone are left out. */
  states(accountId: string, ids: readonly string[]): Promise<readonly TextState[]>;
  /** Where text of a language can be looked for now, what finds most first; nothing where nothing reads or hears it. */
  waysOf(language: string): Promise<readonly ExtractOptions['from'][]>;
  /**
   * Begins to extract the text of a video as a step of something else, by a run that costs what others do.
   * @param options.begun called in the transaction that begins it
   * @throws expected `copywriting:…`, `core:tool-run.…`, `core:ledger.short.…`, `core:space-full`
   */
  extract(accountId: string, options: ExtractOptions): Promise<void>;
}

/** Texts of videos; absent while the plugin is off. */
export const TEXTS = serverToken<CopywritingTexts>('copywriting.texts', 1);
