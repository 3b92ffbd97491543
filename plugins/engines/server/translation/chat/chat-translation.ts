import { LANGUAGES } from '#core/contract/languages.ts';
import { isOtherLanguage } from '#core/server/ground/find-language.ts';
import type { pause } from '#core/server/services/media/abort-error.ts';
import { askService, isAnswered, readText, type ServiceRefusal } from '#core/server/services/providers/ask-service.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import type { TakeTexts, TranslationRequest } from '#core/server/services/providers/translation.ts';

import { allThrough, halvesOf } from '../halves.ts';
import { createPaced, type Pace } from '#plugins/engines/server/paced.ts';
import { orSpent } from '#plugins/engines/server/spent-quota.ts';
import { readLines, readOthers, saidBy } from './chat-answer.ts';
import { askForLines, askForOthers, PROMPT, type ChatMessage } from './chat-prompt.ts';

const MOST_BYTES = 4 * 1024 ** 2;
const PROBE_LIMIT = 15_000;
/** Letters of a request: what comes back is as long again, and small models have room for little. */
const MOST_LETTERS = 6_000;
/** How warm a model is asked. */
const TEMPERATURE = 0.3;
/** Answers in a row without a single line after which a model is given up: it does not do what it is asked. */
const MOST_USELESS = 4;
/** How often a line by itself is asked for. */
const MOST_ALONE = 2;

export interface ChatTranslationOptions extends Pace {
  /** With its version: `https://api.openai.com/v1`. */
  address: string;
  /** Sent as a bearer token; none when empty. */
  key: string;
  model: string;
  /** Lines of one request. */
  lines: number;
  /** Seconds after which no answer is waited for. */
  patience: number;
  /** Waits; tests need not. */
  rest?: typeof pause;
}

/** A language model with OpenAI's call for chats. */
export function chatTranslation(options: ChatTranslationOptions): Opened<'translation'> {
  const { address, key, model, lines, patience, rest } = options;
  const paced = createPaced(options, rest);
  const headers: Record<string, string> = key === '' ? {} : { authorization: `Bearer ${key}` };
  const at = (path: string): URL => new URL(`${address.replace(/\/+$/, '')}/${path}`);
  const { host } = at('chat/completions');
  /** Some models take no temperature. */
  let isWarm = true;

  const send = (messages: ChatMessage[], signal?: AbortSignal): Promise<string> =>
    askService(
      {
        url: at('chat/completions'),
        init: {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ model, messages, ...(isWarm ? { temperature: TEMPERATURE } : {}) }),
        },
        does: 'translates',
        limit: patience * 1000,
        take: async (response) => saidBy(JSON.parse(await readText(response, MOST_BYTES))),
      },
      signal,
    ).catch((error: unknown) => {
      throw orSpent(error, host);
    });

  const ask = (messages: ChatMessage[], signal?: AbortSignal): Promise<string> =>
    paced(async () => {
      const wasWarm = isWarm;
      return await send(messages, signal).catch((error: unknown) => {
        const isAboutWarmth = isAnswered(error, 400, 422) && /temperature/i.test((error as ServiceRefusal).message);
        if (!wasWarm || !isAboutWarmth) throw error;
        isWarm = false;
        return send(messages, signal);
      });
    }, signal);

  /** Lines in the language that was asked for; asked again once where they are in another one. */
  async function linesOf(
    request: TranslationRequest,
    places: readonly number[],
    signal?: AbortSignal,
  ): Promise<Map<number, string>> {
    const ids = new Set(places.map((place) => place + 1));
    for (const isRepeated of [false, true]) {
      const read = readLines(await ask(askForLines(request, places, { isRepeated }), signal), ids);
      const found = new Map([...read].map(([id, text]) => [id - 1, text]));
      if (!(await isOtherLanguage([...found.values()], request.to))) return found;
    }
    throw new ProviderFailure('refused', `${host} answers in another language than ${request.to}`);
  }

  return {
    version: `${address} ${model} ${PROMPT}`,
    most: { texts: lines, letters: MOST_LETTERS },
    async pairs() {
      const tags = LANGUAGES.map(({ tag }) => tag);
      return tags.map((from) => ({ from, to: tags.filter((to) => to !== from) }));
    },
    async translate(request, signal, take: TakeTexts = () => {}) {
      const { texts } = request;
      const done = new Map<number, string>(texts.flatMap((text, place) => (text.trim() === '' ? [[place, text]] : [])));
      let useless = 0;

      async function translateLines(places: readonly number[], times = 1): Promise<void> {
        const found = await linesOf(request, places, signal);
        useless = found.size > 0 ? 0 : useless + 1;
        if (found.size > 0) {
          for (const [place, text] of found) done.set(place, text);
          await take(found);
        }
        const missing = places.filter((place) => !found.has(place));
        if (missing.length === 0) return;
        if (useless >= MOST_USELESS) {
          throw new ProviderFailure('configuration', `${host}: ${model} does not answer with the lines it is sent`);
        }
        if (places.length > 1) return await allThrough(halvesOf(missing).map((half) => translateLines(half)));
        if (times < MOST_ALONE) return await translateLines(missing, times + 1);
        throw new ProviderFailure('refused', `${host}: ${model} leaves a line out`);
      }

      const open = texts.flatMap((_, place) => (done.has(place) ? [] : [place]));
      if (open.length > 0) await translateLines(open);
      return { from: null, texts: texts.map((_, place) => done.get(place) ?? '') };
    },
    async others(request, signal) {
      const said = readOthers(await ask(askForOthers(request, request), signal));
      const known = new Set(request.than);
      return [...new Set(said)].filter((text) => text !== '' && !known.has(text)).slice(0, request.most);
    },
    async probe(signal) {
      const take = async (response: Response) => void (await readText(response, MOST_BYTES));
      await askService({ url: at('models'), init: { headers }, does: 'translates', limit: PROBE_LIMIT, take }, signal);
    },
  };
}
