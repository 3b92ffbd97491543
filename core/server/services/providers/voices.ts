import type { SpeechRequest } from './speech.ts';

/** A person's sample, from which a voice is made. */
export interface VoiceSample {
  /** A WAV file of 16-bit samples at 24 kHz, one channel. */
  path: string;
  seconds: number;
  /** What is said in it; null where nobody has written it down. */
  text: string | null;
  language: string;
  /** A recording in which the person agrees, as a WAV file like the sample; null where the person has signed instead. */
  consent: string | null;
}

/** A voice that was made, as a service is told of it when it speaks. */
export interface MadeVoice {
  /** What {@link VoicesProvider.create} has answered. */
  id: string;
  /** Lends the sample that it was made from, for services that keep none. */
  sample<T>(use: (sample: VoiceSample) => Promise<T>): Promise<T>;
}

/** Makes voices that sound like a person who has agreed to it, and speaks with them. */
export interface VoicesProvider {
  /** Must change whenever the same voice would sound different; part of cache keys. */
  readonly version: string;
  /** Length of a sample in seconds that it accepts. */
  readonly sample: { least: number; most: number };
  /**
   * `clone`: its voices sound like the person, the default; `tone`: a built-in voice is moved towards the pitch and tone
   * of the sample, which pages say.
   */
  readonly likeness?: 'clone' | 'tone';
  /**
   * Whether it keeps anything of a voice, which {@link VoicesProvider.remove} then deletes: a sample, a consent, a model.
   * True by default. Voices of one that keeps nothing can be deleted while another service is in use.
   */
  readonly keepsVoices?: boolean;
  languages(): Promise<readonly string[]>;
  /**
   * The sentence that the person has to read aloud for this service, word by word; a signature is then not enough. One
   * that takes any consent has no such method.
   */
  consentSentence?(language: string): string;
  /**
   * Makes a voice; what it answers names the voice from then on.
   * @param reference an id of ours; asked again with the same one, it answers the same voice and makes none anew
   * @throws ProviderFailure `refused` for a sample that it cannot use
   */
  create(sample: VoiceSample, reference: string, signal?: AbortSignal): Promise<string>;
  /** Writes speech to a WAV file. @throws ProviderFailure `refused` for a voice that is gone */
  speak(voice: MadeVoice, request: SpeechRequest, path: string, signal?: AbortSignal): Promise<void>;
  /**
   * Deletes a voice at the service, with the sample and the consent. One that is gone is no failure.
   * @param voice null where nobody knows whether `create` has made one for this reference
   */
  remove(voice: string | null, reference: string): Promise<void>;
}
