import { askService, isAnswered, readText } from '#core/server/services/providers/ask-service.ts';

import { readSpoken } from './spoken-sound.ts';

const [PROBE_LIMIT, MOST_BYTES] = [15_000, 64 * 1024];

/** Its codes of the languages that it speaks. */
export const SOVITS_CODES: Readonly<Record<string, string>> = {
  'zh-CN': 'zh',
  'en-US': 'en',
  'ja-JP': 'ja',
  'ko-KR': 'ko',
};

/** A recording of whoever speaks, of 3 to 10 seconds. */
export interface SovitsSample {
  /** Where it lies on the machine of GPT-SoVITS; it takes none with a request. */
  path: string;
  /** What is said in it; empty where nobody knows. */
  said: string;
  /** Its code. */
  language: string;
}

export interface SovitsOptions {
  address: string;
  /** Seconds after which no answer is waited for. */
  patience: number;
}

/** GPT-SoVITS' own server, `api_v2.py`. */
export function gptSovits({ address, patience }: SovitsOptions) {
  const home = new URL(`${address.replace(/\/+$/, '')}/`);
  const url = new URL('tts', home);
  return {
    /**
     * Has a text spoken, once. @returns a WAV file
     * @throws ProviderFailure; a 400 with its reason where it cannot use the sample or the text
     */
    speak(
      { text, language, speed }: { text: string; /** Its code. */ language: string; speed: number },
      sample: SovitsSample,
      signal?: AbortSignal,
    ): Promise<Buffer> {
      const body = {
        ...{ text, text_lang: language, speed_factor: speed, media_type: 'wav', streaming_mode: false },
        ...{ ref_audio_path: sample.path, prompt_text: sample.said, prompt_lang: sample.language },
        ...{ text_split_method: 'cut5', batch_size: 1 },
      };
      return askService(
        {
          url,
          init: { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
          does: 'speaks',
          limit: patience * 1000,
          take: (response) => readSpoken(response, home.host),
        },
        signal,
      );
    },

    /** It has no call that says how it is: asked for nothing it refuses, which costs nothing. */
    async probe(signal: AbortSignal): Promise<void> {
      const take = async (response: Response) => void (await readText(response, MOST_BYTES));
      await askService({ url, init: {}, does: 'speaks', limit: PROBE_LIMIT, take }, signal).catch((error: unknown) => {
        if (!isAnswered(error, 400, 422)) throw error;
      });
    },
  };
}
