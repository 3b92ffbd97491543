/** What to translate. */
export interface TranslationRequest {
  /** In order; lines that belong together help each other. */
  texts: readonly string[];
  /** BCP 47 tag; null to find out. */
  from: string | null;
  to: string;
  /** How terms have to be translated, by the term. */
  glossary: Readonly<Record<string, string>>;
  /** What the texts are about, in a sentence or two; empty for nothing. */
  about: string;
}

/** A language that it translates from, and those that it translates it to. */
export interface TranslationPair {
  from: string;
  to: readonly string[];
}

/** Text to text. The same request may be made again: it costs again, and changes nothing. */
export interface TranslationProvider {
  /** Must change whenever the same text would be translated differently; part of cache keys. */
  readonly version: string;
  /** Most texts of one request, and most letters of all its texts together; the caller splits what is more. */
  readonly most: { texts: number; letters: number };
  pairs(): Promise<readonly TranslationPair[]>;
  /**
   * Translates; the answer has as many texts as the request, in the same order.
   * @throws ProviderFailure `refused` for a pair of languages that it does not know, `limited` when a quota is used up
   */
  translate(
    request: TranslationRequest,
    signal?: AbortSignal,
  ): Promise<{ from: string | null; texts: readonly string[] }>;
}
