import { openAsBlob } from 'node:fs';

import { z } from 'zod';

import { LANGUAGES } from '#core/contract/languages.ts';
import type { pause } from '#core/server/services/media/abort-error.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';
import { askService, isAnswered, readText, ServiceRefusal } from '#core/server/services/providers/ask-service.ts';
import { multipart } from '#core/server/services/providers/multipart.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import type { VoiceSample } from '#core/server/services/providers/voices.ts';

import { createPaced, type Pace } from '../paced.ts';
import { readSpoken } from '../spoken-sound.ts';
import { CONSENT_SENTENCES } from './openai-consents.ts';
import { writeCloned } from './cloned-speech.ts';

/** Letters of a text, bytes of an answer that is no sound, milliseconds for one, and entries of a list. */
const [MOST_LETTERS, MOST_BYTES, LIMIT, PAGE, MOST_PAGES] = [4_096, 1024 ** 2, 60_000, 100, 20];
/** How much faster or slower it speaks. */
const SPEEDS = { least: 0.25, most: 4 };

const madeSchema = z.object({ id: z.string().min(1).max(200) });
const listSchema = z.object({
  data: z.array(z.object({ id: z.string(), name: z.string().nullish() })),
  has_more: z.boolean().default(false),
  last_id: z.string().nullish(),
});

export interface OpenAiVoicesOptions extends Pace {
  /** With its version: `https://api.openai.com/v1`. */
  address: string;
  key: string;
  /** That speaks. */
  model: string;
  /** Seconds after which no sound is waited for. */
  patience: number;
  rest?: typeof pause;
}

/**
 * Custom voices by OpenAI's calls, which also check that the person has read their sentence. Voices and consents bear
 * our id as their name, by which they are found again when an answer was lost.
 */
export function openAiVoices(runner: MediaRunner, options: OpenAiVoicesOptions): Opened<'voices'> {
  const { address, key, model, patience, rest } = options;
  const paced = createPaced(options, rest);
  const home = address.replace(/\/+$/, '');
  const headers: Record<string, string> = { authorization: `Bearer ${key}` };
  const does = 'clones voices';
  const ask = <T>(path: string, init: RequestInit, take: (response: Response) => Promise<T>, signal?: AbortSignal) =>
    askService(
      {
        ...{ url: new URL(`${home}/${path}`), does, limit: LIMIT, take },
        init: { ...init, headers: { ...headers, ...init.headers } },
      },
      signal,
    );
  const json = async (response: Response): Promise<unknown> => JSON.parse(await readText(response, MOST_BYTES));

  /** What bears a name; null where there is none, or the service does not list such things. */
  async function named(path: string, name: string, signal?: AbortSignal): Promise<string | null> {
    let after = '';
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const query = new URLSearchParams({ limit: String(PAGE), ...(after === '' ? {} : { after }) });
      const read = async (response: Response) => listSchema.parse(await json(response));
      const list = await ask(`${path}?${query.toString()}`, {}, read, signal).catch((error: unknown) => {
        if (isAnswered(error, 404, 405)) return null;
        throw error;
      });
      const found = list?.data.find((each) => each.name === name);
      if (found !== undefined) return found.id;
      if (list?.has_more !== true || typeof list.last_id !== 'string' || list.last_id === after) return null;
      after = list.last_id;
    }
    return null;
  }

  /** Sends a form, unless what it makes is there already: an answer may have been lost. */
  const made = (path: string, name: string, form: Blob, signal?: AbortSignal): Promise<string> =>
    paced(async () => {
      const known = await named(path, name, signal);
      if (known !== null) return known;
      const read = async (response: Response) => madeSchema.parse(await json(response));
      return (await ask(path, { method: 'POST', body: form }, read, signal)).id;
    }, signal);

  async function drop(path: string, id: string | null): Promise<void> {
    if (id === null) return;
    const init = { method: 'DELETE' };
    const read = async (response: Response) => void (await readText(response, MOST_BYTES));
    await paced(() => ask(`${path}/${encodeURIComponent(id)}`, init, read)).catch((error: unknown) => {
      if (!isAnswered(error, 404, 410)) throw error;
    });
  }

  async function consentOf({ consent, language }: VoiceSample, reference: string, signal?: AbortSignal) {
    if (consent === null) throw new ProviderFailure('refused', 'it wants a consent that was read aloud');
    const form = multipart([
      ['name', reference],
      ['language', codeOf(language)],
      ['recording', await openAsBlob(consent, { type: 'audio/wav' }), 'consent.wav'],
    ]);
    return await made('audio/voice_consents', reference, form, signal);
  }

  return {
    version: `${home} ${model} 1`,
    sample: { least: 3, most: 30 },
    languages: async () => LANGUAGES.map(({ tag }) => tag),
    consentSentence: (language) => CONSENT_SENTENCES[codeOf(language)] ?? '',

    async create(sample, reference, signal) {
      const consent = await consentOf(sample, reference, signal);
      const form = multipart([
        ['name', reference],
        ['consent', consent],
        ['audio_sample', await openAsBlob(sample.path, { type: 'audio/wav' }), 'sample.wav'],
      ]);
      try {
        return await made('audio/voices', reference, form, signal);
      } catch (error) {
        // A person whose voice cannot be made has agreed to nothing that would stay.
        if (error instanceof ServiceRefusal && error.kind === 'refused') {
          await drop('audio/voice_consents', consent).catch(() => undefined);
        }
        throw error;
      }
    },

    async speak({ id }, { text, speed, tone }, path, signal) {
      if (text.length > MOST_LETTERS) throw new ProviderFailure('refused', `more than ${MOST_LETTERS} letters`);
      const pace = Math.min(SPEEDS.most, Math.max(SPEEDS.least, speed));
      const body = { model, input: text, voice: { id }, response_format: 'wav', speed: pace };
      const url = new URL(`${home}/audio/speech`);
      const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
      const asked = {
        ...{ url, does, limit: patience * 1000, init: { ...init, body: JSON.stringify(body) } },
        take: (response: Response) => readSpoken(response, url.host),
      };
      const sound = await paced(() => askService(asked, signal), signal).catch((error: unknown) => {
        if (isAnswered(error, 404)) throw new ProviderFailure('refused', 'the voice is gone', { cause: error });
        throw error;
      });
      await writeCloned(runner, sound, path, { speed: 1, tone, signal });
    },

    async remove(voice, reference) {
      await drop('audio/voices', voice ?? (await named('audio/voices', reference)));
      await drop('audio/voice_consents', await named('audio/voice_consents', reference));
    },

    async probe(signal) {
      await ask('models', {}, async (response) => void (await readText(response, 8 * MOST_BYTES)), signal);
    },
  };
}

/** The language whose sentence is read. */
function codeOf(tag: string): string {
  const [code = 'en'] = tag.split('-');
  return Object.hasOwn(CONSENT_SENTENCES, code) ? code : 'en';
}
