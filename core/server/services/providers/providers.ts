import type { SpeechProvider } from './speech.ts';

/**
 * Third-party services by kind, chosen in the operator's settings. Each kind has an embedded default or reports
 * what to configure.
 */
export interface Providers {
  speech(): Promise<SpeechProvider>;
}
