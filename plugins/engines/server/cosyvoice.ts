import { z } from 'zod';

import { askService, readText } from '#core/server/services/providers/ask-service.ts';
import { multipart, type FormPart } from '#core/server/services/providers/multipart.ts';

import { readSpoken } from './spoken-sound.ts';

const [PROBE_LIMIT, MOST_BYTES] = [15_000, 4 * 1024 ** 2];

/** Generations of CosyVoice: which languages each speaks, and its samples a second, which its answers do not say. */
export const COSYVOICE = {
  1: { rate: 22_050, languages: ['zh-CN', 'en-US', 'ja-JP', 'ko-KR'] },
  2: { rate: 24_000, languages: ['zh-CN', 'en-US', 'ja-JP', 'ko-KR'] },
  3: {
    rate: 24_000,
    languages: ['zh-CN', 'en-US', 'ja-JP', 'ko-KR', 'de-DE', 'es-ES', 'fr-FR', 'it-IT', 'ru-RU'],
  },
} as const;
export type CosyVoiceGeneration = keyof typeof COSYVOICE;

/** What the third one is told before the words of a sample, or where nobody knows these, before the text: it wants a sign of its own. */
const PROMPT = 'You are a helpful assistant.<|endofprompt|>';

/** Who speaks: one of its own speakers, or whoever speaks in a sample. */
export type CosyVoiceSpeaker =
  | { speaker: string }
  | { /** A WAV file. */ sample: Blob; /** What is said in it; null where nobody knows. */ said: string | null };

export interface CosyVoiceOptions {
  address: string;
  generation: CosyVoiceGeneration;
  /** Seconds after which no answer is waited for. */
  patience: number;
}

/** CosyVoice's own server of the folder `runtime/python/fastapi`, which takes samples with every request. */
export function cosyVoice({ address, generation, patience }: CosyVoiceOptions) {
  const home = new URL(`${address.replace(/\/+$/, '')}/`);
  return {
    /** Has a text spoken, once. @returns a WAV file @throws ProviderFailure */
    speak(text: string, who: CosyVoiceSpeaker, signal?: AbortSignal): Promise<Buffer> {
      const isCrossing = !('speaker' in who) && who.said === null;
      const spoken: FormPart = ['tts_text', `${generation === 3 && isCrossing ? PROMPT : ''}${text}`];
      const voice: FormPart[] =
        'speaker' in who
          ? [['spk_id', who.speaker]]
          : [
              ['prompt_wav', who.sample, 'sample.wav'],
              ...(who.said === null
                ? []
                : [['prompt_text', `${generation === 3 ? PROMPT : ''}${who.said}`] as FormPart]),
            ];
      const call = 'speaker' in who ? 'sft' : isCrossing ? 'cross_lingual' : 'zero_shot';
      return askService(
        {
          url: new URL(`inference_${call}`, home),
          init: { method: 'POST', body: multipart([spoken, ...voice]) },
          does: 'speaks',
          limit: patience * 1000,
          take: (response) => readSpoken(response, home.host, COSYVOICE[generation].rate),
        },
        signal,
      );
    },

    /** It has no call that says how it is; its description costs nothing. */
    async probe(signal: AbortSignal): Promise<void> {
      const schema = z.object({ paths: z.looseObject({ '/inference_zero_shot': z.unknown() }) });
      await askService(
        {
          url: new URL('openapi.json', home),
          ...{ init: {}, does: 'speaks', limit: PROBE_LIMIT },
          take: async (response) => schema.parse(JSON.parse(await readText(response, MOST_BYTES))),
        },
        signal,
      );
    },
  };
}
