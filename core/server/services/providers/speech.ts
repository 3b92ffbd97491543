/** What is to be said, and how. */
export interface SpeechRequest {
  text: string;
  /** BCP 47 tag of one of the 28 languages. */
  language: string;
  /** 1 is the voice's own pace; 0.5 to 2. */
  speed: number;
  /** Pitch of the voice; 0 is its own, −1 lowest, 1 highest. */
  tone: number;
}

/** Text to speech. */
export interface SpeechProvider {
  readonly id: string;
  /** Changes whenever the same request would sound different; part of cache keys. */
  readonly version: string;
  /** Tags of the languages that this provider speaks. */
  languages(): Promise<readonly string[]>;
  /**
   * Writes speech to a WAV file.
   * @throws expected `core:speech.language` for a language that it does not speak
   */
  speak(request: SpeechRequest, path: string, signal?: AbortSignal): Promise<void>;
}
