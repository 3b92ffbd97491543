/** What to say, and how. */
export interface SpeechRequest {
  text: string;
  /** BCP 47 tag of a language that the provider speaks. */
  language: string;
  /** 1 is the voice's normal pace; 0.5 to 2. */
  speed: number;
  /** Pitch of the voice: 0 is normal, −1 lowest, 1 highest. */
  tone: number;
  /** The id of one of its voices; whichever the provider thinks best when absent. */
  voice?: string;
}

/** One of the voices of a provider. */
export interface SpeechVoice {
  id: string;
  /** Its own name, as users read it; empty for one without. */
  name: string;
  /** What it sounds like; null where that is not known. */
  sex: 'female' | 'male' | null;
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
  /** Whether its voices sound like a machine, which pages say; false by default. */
  readonly isRobotic?: boolean;
  /** Voices for a language, the most usual first; one without a choice of them has no such method. */
  voices?(language: string): Promise<readonly SpeechVoice[]>;
  /**
   * Writes speech to a WAV file.
   * @throws expected `core:speech.language` for a language that it does not speak, `core:speech.voice` for a voice that it
   *   does not have; ProviderFailure
   */
  speak(request: SpeechRequest, path: string, signal?: AbortSignal): Promise<void>;
}
