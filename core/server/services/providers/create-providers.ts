import { createEspeakSpeech } from './espeak-speech.ts';
import type { Providers } from './providers.ts';
import type { SpeechProvider } from './speech.ts';

/**
 * The providers of a process. Each is opened on first use, and opened again if that failed, so that a missing
 * tool only affects those who need it.
 */
export function createProviders(): Providers {
  let speech: Promise<SpeechProvider> | undefined;
  return {
    speech() {
      speech ??= createEspeakSpeech().catch((error: unknown) => {
        speech = undefined;
        throw error;
      });
      return speech;
    },
  };
}
