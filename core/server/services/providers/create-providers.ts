import { createEspeakSpeech } from './espeak-speech.ts';
import type { Providers } from './providers.ts';
import type { SpeechProvider } from './speech.ts';

/**
 * The providers of a process. Each is opened when it is first asked for, and asked for
 * again when that failed, so that a missing tool stops nobody who does not need it.
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
