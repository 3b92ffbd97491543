import { isAnswered } from '#core/server/services/providers/ask-service.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { gptSovits, SOVITS_CODES, type SovitsOptions } from '../gpt-sovits.ts';
import type { Pace } from '../paced.ts';
import { connectedSpeech, type SpeechContext, type SpeechService } from './connected-speech.ts';

/** Letters of one request; it parts them at their signs itself. */
const MOST_LETTERS = 400;

/** A voice: a recording on the machine of GPT-SoVITS, as it is written in the settings. */
export interface SovitsVoice {
  name: string;
  path: string;
  language: string;
  said: string;
}

export interface SovitsSpeechOptions extends SovitsOptions, Pick<SpeechService, 'rest'> {
  voices: readonly SovitsVoice[];
  turns?: Pace['turns'];
}

/** GPT-SoVITS with the voices of recordings that lie on its machine. */
export function sovitsSpeech(ctx: SpeechContext, options: SovitsSpeechOptions): Opened<'speech'> {
  const { address, voices, turns, rest } = options;
  const { speak, probe } = gptSovits(options);
  return connectedSpeech(ctx, {
    version: ['gpt-sovits', address, JSON.stringify(voices)].join(' '),
    // Its models are the same for all requests, which get in each other's way.
    pace: { atOnce: 1, perMinute: 0, ...(turns === undefined ? {} : { turns }) },
    languages: Object.keys(SOVITS_CODES),
    mostLetters: MOST_LETTERS,
    speeds: { least: 0.5, most: 2 },
    voices: async () => voices.map(({ name }) => ({ id: name, name, sex: null })),
    async ask({ text, language, voice, speed }, signal) {
      const sample = voices.find(({ name }) => name === voice);
      if (sample === undefined) throw new ProviderFailure('configuration', 'GPT-SoVITS has no recording of a voice');
      const asked = { text, language: SOVITS_CODES[language] ?? 'auto', speed };
      try {
        return await speak(asked, { ...sample, language: SOVITS_CODES[sample.language] ?? sample.language }, signal);
      } catch (error) {
        // Whoever asked for the text did not choose the recording.
        if (!isAnswered(error, 400) || !(error instanceof Error) || !/ref|prompt|3.{1,3}10/i.test(error.message))
          throw error;
        throw new ProviderFailure('configuration', error.message, { cause: error });
      }
    },
    probe,
    ...(rest === undefined ? {} : { rest }),
  });
}

/**
 * Reads a voice as operators write it: `name | path | language | what is said`.
 * @returns null for a line that is none
 */
export function readSovitsVoice(line: string): SovitsVoice | null {
  const [name = '', path = '', language = '', ...said] = line.split('|').map((part) => part.trim());
  const isKnown = Object.keys(SOVITS_CODES).includes(language) || Object.values(SOVITS_CODES).includes(language);
  return name === '' || path === '' || !isKnown ? null : { name, path, language, said: said.join('|') };
}
