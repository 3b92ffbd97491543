import type { SpeechProvider } from './speech.ts';

/** Third parties by kind, chosen in the operator's settings; each kind has an embedded default or says what to configure. */
export interface Providers {
  speech(): Promise<SpeechProvider>;
}
