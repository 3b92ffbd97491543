/** Words of a recording with their times, in seconds from its beginning. */
export interface SpokenWords {
  start: number;
  end: number;
  text: string;
}

/** A stretch of a recording in which one person speaks. */
export interface SpokenSegment extends SpokenWords {
  /** The same name for the same person within one recording; null where the service does not tell people apart. */
  speaker: string | null;
  /** In order and within the segment; empty where the service gives no times of words. */
  words: readonly SpokenWords[];
}

/** What was said in a recording. */
export interface Transcript {
  /** BCP 47 tag of the language that was heard; null where the service does not say. */
  language: string | null;
  /** In order of their beginning. */
  segments: readonly SpokenSegment[];
}

/** Speech to text. The same recording may be sent again: that costs again, and changes nothing. */
export interface TranscriptionProvider {
  /** Must change whenever the same recording would be understood differently; part of cache keys. */
  readonly version: string;
  /** Tags of the languages that it understands. */
  languages(): Promise<readonly string[]>;
  /**
   * Writes down what is said.
   * @param recording a WAV file of 16-bit samples at 16 kHz, one channel
   * @param options.language what is spoken, null to find out; `words`: names and terms that may be said
   * @throws ProviderFailure
   */
  transcribe(
    recording: string,
    options: { language: string | null; words: readonly string[]; signal?: AbortSignal },
  ): Promise<Transcript>;
}
