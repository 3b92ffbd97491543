/** What to say, and how. */
export interface SpeechRequest {
  text: string;
  /** BCP 47 tag of a language that the provider speaks. */
  language: string;
  /** 1 is the voice's normal pace; 0.5 to 2. */
  speed: number;
  /** Pitch of the voice: 0 is normal, −1 lowest, 1 highest. */
  tone: number;
}

/** Text to speech. The same request may be made again: it costs again, and changes nothing. */
export interface SpeechProvider {
  /**
   * Must change whenever the same request would sound different, also because of the operator's settings, such as
   * another voice; part of cache keys together with the adapter's id.
   */
  readonly version: string;
  /** Tags of the languages that this provider speaks, the most usual first. */
  languages(): Promise<readonly string[]>;
  /**
   * Writes speech to a WAV file.
   * @throws expected `core:speech.language` for a language that it does not speak; ProviderFailure
   */
  speak(request: SpeechRequest, path: string, signal?: AbortSignal): Promise<void>;
}
