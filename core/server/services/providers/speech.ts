/** What to say, and how. */
export interface SpeechRequest {
  text: string;
  /** BCP 47 tag of one of the 28 supported languages. */
  language: string;
  /** 1 is the voice's normal pace; 0.5 to 2. */
  speed: number;
  /** Pitch of the voice: 0 is normal, −1 lowest, 1 highest. */
  tone: number;
}

/** Text to speech. */
export interface SpeechProvider {
  readonly id: string;
  /** Must change whenever the same request would sound different; part of cache keys. */
  readonly version: string;
  /** Tags of the languages that this provider speaks. */
  languages(): Promise<readonly string[]>;
  /**
   * Writes speech to a WAV file.
   * @throws expected `core:speech.language` for a language that it does not speak
   */
  speak(request: SpeechRequest, path: string, signal?: AbortSignal): Promise<void>;
}
