import type { SpeechRequest } from './speech.ts';

/** A person's sample, from which a voice is made. */
export interface VoiceSample {
  /** A WAV file of 16-bit samples at 24 kHz, one channel. */
  path: string;
  seconds: number;
  /** What is said in it; null where nobody has written it down. */
  text: string | null;
  language: string;
  /** A recording in which the person agrees, as a WAV file like the sample; services keep it. */
  consent: string;
}

/** Makes voices that sound like a person who has agreed to it, and speaks with them. */
export interface VoicesProvider {
  /** Must change whenever the same voice would sound different; part of cache keys. */
  readonly version: string;
  /** Length of a sample in seconds that it accepts. */
  readonly sample: { least: number; most: number };
  languages(): Promise<readonly string[]>;
  /**
   * Makes a voice; what it answers names the voice from then on.
   * @param reference an id of ours; asked again with the same one, it answers the same voice and makes none anew
   * @throws ProviderFailure `refused` for a sample that it cannot use
   */
  create(sample: VoiceSample, reference: string, signal?: AbortSignal): Promise<string>;
  /** Writes speech to a WAV file. @throws ProviderFailure `refused` for a voice that is gone */
  speak(voice: string, request: SpeechRequest, path: string, signal?: AbortSignal): Promise<void>;
  /** Deletes a voice at the service, with the sample. One that is gone is no failure. */
  remove(voice: string): Promise<void>;
}
