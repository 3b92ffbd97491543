import { defineProvider } from '#core/server/services/providers/provider-adapter.ts';

import { createEspeakSpeech } from './espeak-speech.ts';

/** The voice that speaks until operators choose another one, and the only one of the command line. */
export const espeak = defineProvider({
  kind: 'speech',
  id: 'engines.espeak-ng',
  title: 'engines:espeak.title',
  about: 'engines:espeak.about',
  embedded: true,
  open: () => createEspeakSpeech(),
});
