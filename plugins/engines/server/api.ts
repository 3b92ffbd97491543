import { serverToken } from '#core/server/plugins/server-token.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';

/** A word of a text, and when it is said. */
export interface AlignedWord {
  /** The number of its first letter in the text, in code points from 0, and how many it has. */
  at: number;
  letters: number;
  /** Seconds of the material. */
  start: number;
  end: number;
}

/** What is said in a recording, as somebody knows. */
export interface KnownText {
  text: string;
  /** BCP 47 tag. */
  language: string;
  /** The stretch in which it is said, in seconds; anywhere when absent. */
  span?: { start: number; end: number };
}

/** How a text is aligned. */
export interface AlignOptions extends KnownText {
  /** Cancels the work; the process that does it has ended when the call fails. */
  signal?: AbortSignal;
  /** The share that is done, 0 to 1, and the seconds left if that is known. */
  onProgress?: (done: number, secondsLeft: number | null) => void;
}

/**
 * Finds out when each word of a text that is known is said, without a network, for languages that espeak-ng speaks.
 * What was found for the same bytes and text is known from then on. It does not notice a text that nobody says.
 */
export interface Aligner {
  /** BCP 47 tags, in the order in which pages list them. */
  readonly languages: readonly string[];
  /**
   * In order; what the voice takes for one word is one here. Call it in a job: a minute takes some seconds.
   * @throws expected `core:speech.language`, `engines:align.no-sound`, `.no-speech`, `.no-words`,
   *   `.too-long` (422), `core:speech.missing`, `core:media.no-ear`, `core:media.tool-killed` (503); what damaged
   *   materials are told by; AbortError
   */
  align(source: NodeSource, options: AlignOptions): Promise<readonly AlignedWord[]>;
  /** What is known without any work; null when it was not found out yet. @throws as {@link Aligner.align} */
  recall(source: NodeSource, known: KnownText): Promise<readonly AlignedWord[] | null>;
}

/** The aligner. */
export const ALIGNER = serverToken<Aligner>('engines.aligner', 1);
