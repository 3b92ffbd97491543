/** How a translation speaks to its readers. */
export type TranslationTone = 'plain' | 'formal' | 'friendly' | 'lively';

/** What to translate. */
export interface TranslationRequest {
  /** In order; lines that belong together help each other. */
  texts: readonly string[];
  /** BCP 47 tag; null to find out. */
  from: string | null;
  to: string;
  /** How terms have to be translated, by the term; one that stays as it is, such as a brand, stands for itself. */
  glossary: Readonly<Record<string, string>>;
  /** What the texts are about, in a sentence or two; empty for nothing. */
  about: string;
  /** `plain` where absent. What a service cannot do is left out. */
  tone?: TranslationTone;
  /** What is said before and after the texts, which is not translated. */
  around?: { before: readonly string[]; after: readonly string[] };
  /** The most letters that each translation should have, in the order of the texts; null for any number. */
  budgets?: readonly (number | null)[];
}

/** A language that it translates from, and those that it translates it to. */
export interface TranslationPair {
  from: string;
  to: readonly string[];
}

/** Told of texts as soon as they are translated, by their place in the request; the last word on a place counts. */
export type TakeTexts = (texts: ReadonlyMap<number, string>) => Promise<void> | void;

/** Text to text. The same request may be made again: it costs again, and changes nothing. */
export interface TranslationProvider {
  /** Must change whenever the same text would be translated differently; part of cache keys. */
  readonly version: string;
  /** Most texts of one request, and most letters of all its texts together; the caller splits what is more. */
  readonly most: { texts: number; letters: number };
  pairs(): Promise<readonly TranslationPair[]>;
  /**
   * Translates; the answer has as many texts as the request, in the same order.
   * @param take is told of texts before all of them are translated, and waited for: what was paid for is kept although
   *   the rest fails. Services that answer all at once need not call it
   * @throws ProviderFailure `refused` for a pair of languages that it does not know, `limited` without a time when a
   *   quota is used up
   */
  translate(
    request: TranslationRequest,
    signal?: AbortSignal,
    take?: TakeTexts,
  ): Promise<{ from: string | null; texts: readonly string[] }>;
  /**
   * Other translations of one text, the best first; none of `than` among them.
   * @throws as {@link TranslationProvider.translate}
   */
  others?(
    request: TranslationRequest & { than: readonly string[]; most: number },
    signal?: AbortSignal,
  ): Promise<readonly string[]>;
}
