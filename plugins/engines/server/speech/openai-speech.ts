import { z } from 'zod';

import { LANGUAGES } from '#core/contract/languages.ts';
import { askService, isAnswered, readText } from '#core/server/services/providers/ask-service.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import type { SpeechVoice } from '#core/server/services/providers/speech.ts';

import type { Pace } from '../paced.ts';
import { orSpent } from '../spent-quota.ts';
import { readSpoken } from '../spoken-sound.ts';
import { connectedSpeech, type SpeechContext, type SpeechService } from './connected-speech.ts';

const [PROBE_LIMIT, MOST_BYTES] = [15_000, 4 * 1024 ** 2];
/** The voices of OpenAI itself, which does not list them. */
const OPENAI_VOICES = ['alloy', 'ash', 'ballad', 'coral', 'echo', 'fable', 'nova', 'onyx', 'sage', 'shimmer', 'verse'];

const voiceSchema = z.union([
  z.string(),
  z.looseObject({ id: z.string().optional(), voice_id: z.string().optional(), name: z.string().optional() }),
]);
/** What speaches, LocalAI and Kokoro answer. */
const voicesSchema = z.union([z.array(voiceSchema), z.looseObject({ voices: z.array(voiceSchema) })]);

export interface OpenAiSpeechOptions extends Pick<SpeechService, 'rest'>, Pace {
  /** With its version: `https://api.openai.com/v1`. */
  address: string;
  /** Sent as a bearer token; none when empty. */
  key: string;
  model: string;
  /** Names of its voices; asked of the service where there are none. */
  voices: readonly string[];
  /** Tags; all of ours where there are none. */
  languages: readonly string[];
  /** How it should speak, which newer models heed; empty for nothing. */
  instructions: string;
  letters: number;
  /** Seconds after which no answer is waited for. */
  patience: number;
}

/** A service with OpenAI's call for speech, which speaches, LocalAI and Kokoro have, too. */
export function openAiSpeech(ctx: SpeechContext, options: OpenAiSpeechOptions): Opened<'speech'> {
  const { address, key, model, instructions, letters, patience, rest } = options;
  const headers: Record<string, string> = key === '' ? {} : { authorization: `Bearer ${key}` };
  const at = (path: string): URL => new URL(`${address.replace(/\/+$/, '')}/${path}`);
  const { host } = at('');
  let listed: Promise<readonly string[]> | undefined;

  async function askVoices(): Promise<readonly string[]> {
    try {
      return await askService({
        url: new URL(`${at('audio/voices').href}?model=${encodeURIComponent(model)}`),
        ...{ init: { headers }, does: 'lists voices', limit: PROBE_LIMIT },
        take: async (response) => {
          const read = voicesSchema.parse(JSON.parse(await readText(response, MOST_BYTES)));
          const all = 'voices' in read ? read.voices : read;
          return all.flatMap((each) =>
            typeof each === 'string' ? each : (each.id ?? each.voice_id ?? each.name ?? []),
          );
        },
      });
    } catch (error) {
      // OpenAI itself has no such list, nor have others.
      if (isAnswered(error, 400, 404, 405, 422, 501)) return OPENAI_VOICES;
      throw error;
    }
  }

  function names(): Promise<readonly string[]> {
    if (options.voices.length > 0) return Promise.resolve(options.voices);
    listed ??= askVoices();
    listed.catch(() => (listed = undefined));
    return listed;
  }

  return connectedSpeech(ctx, {
    version: ['openai-speech', address, model, instructions, options.voices[0] ?? ''].join(' '),
    pace: options,
    languages: options.languages.length > 0 ? options.languages : LANGUAGES.map(({ tag }) => tag),
    mostLetters: letters,
    speeds: { least: 0.5, most: 2 },
    voices: async () => (await names()).map((name): SpeechVoice => ({ id: name, name, sex: null })),
    ask: ({ text, voice, speed }, signal) =>
      askService(
        {
          url: at('audio/speech'),
          init: {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify({
              ...{ model, input: text, response_format: 'wav' },
              ...(voice === null ? {} : { voice }),
              // Some models refuse the field itself.
              ...(speed === 1 ? {} : { speed }),
              ...(instructions === '' ? {} : { instructions }),
            }),
          },
          does: 'speaks',
          limit: patience * 1000,
          take: (response) => readSpoken(response, host),
        },
        signal,
      ).catch((error: unknown) => {
        throw orSpent(error, host);
      }),
    async probe(signal) {
      const take = async (response: Response) => void (await readText(response, MOST_BYTES));
      await askService({ url: at('models'), init: { headers }, does: 'speaks', limit: PROBE_LIMIT, take }, signal);
    },
    ...(rest === undefined ? {} : { rest }),
  });
}
