import { z } from 'zod';

import { termsIn } from '#core/contract/glossary.ts';
import { LANGUAGES } from '#core/contract/languages.ts';
import { isOtherLanguage } from '#core/server/ground/find-language.ts';
import type { pause } from '#core/server/services/media/abort-error.ts';
import { askService, isAnswered, readText } from '#core/server/services/providers/ask-service.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import type { TranslationRequest } from '#core/server/services/providers/translation.ts';

import { allThrough, halvesOf } from './halves.ts';
import { createPaced, type Pace } from '../paced.ts';
import { orSpent } from '../spent-quota.ts';

const MOST_BYTES = 4 * 1024 ** 2;
const PROBE_LIMIT = 15_000;
const MOST_LETTERS = 5_000;

/** Codes of languages where they are not simply the first part of the tag, those of older servers last. */
const CODES: Readonly<Record<string, readonly string[]>> = {
  'zh-CN': ['zh-Hans', 'zh'],
  'pt-BR': ['pt-BR', 'pb', 'pt'],
  'fil-PH': ['tl', 'fil'],
  'nb-NO': ['nb', 'no'],
};

const languagesSchema = z.array(z.object({ code: z.string(), targets: z.array(z.string()).optional() }));
const answerSchema = z.object({
  translatedText: z.union([z.string().transform((text) => [text]), z.array(z.string())]),
  alternatives: z.array(z.union([z.string(), z.array(z.string())])).optional(),
});

export interface LibreTranslateOptions extends Pace {
  address: string;
  /** Sent in the body; none when empty. */
  key: string;
  /** Lines of one request. */
  lines: number;
  /** Seconds after which no answer is waited for. */
  patience: number;
  /** Waits; tests need not. */
  rest?: typeof pause;
}

/** LibreTranslate, most often on a machine of the operator's. */
export function libreTranslate(options: LibreTranslateOptions): Opened<'translation'> {
  const { address, key, lines, patience, rest } = options;
  const paced = createPaced(options, rest);
  const home = address.replace(/\/+$/, '');
  let known: Promise<z.output<typeof languagesSchema>> | undefined;

  const send = <T>(path: string, schema: z.ZodType<T>, body?: unknown, signal?: AbortSignal): Promise<T> =>
    askService(
      {
        url: new URL(`${home}/${path}`),
        init:
          body === undefined
            ? {}
            : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
        does: 'translates',
        limit: body === undefined ? PROBE_LIMIT : patience * 1000,
        take: async (response) => schema.parse(JSON.parse(await readText(response, MOST_BYTES))),
      },
      signal,
    ).catch((error: unknown) => {
      throw orSpent(error, new URL(home).host);
    });

  function languages(): Promise<z.output<typeof languagesSchema>> {
    known ??= send('languages', languagesSchema);
    known.catch(() => (known = undefined));
    return known;
  }

  const codeOf = (tag: string, codes: readonly string[]): string | undefined =>
    (CODES[tag] ?? [tag.split('-')[0] ?? tag]).find((code) => codes.includes(code));

  async function codesOf({ from, to }: TranslationRequest): Promise<{ source: string; target: string }> {
    const all = await languages();
    const codes = all.map(({ code }) => code);
    const source = from === null ? 'auto' : codeOf(from, codes);
    const target = codeOf(to, all.find(({ code }) => code === source)?.targets ?? codes);
    if (source !== undefined && target !== undefined) return { source, target };
    throw new ProviderFailure('refused', `LibreTranslate does not translate from ${from ?? '?'} to ${to}`);
  }

  const translate = (
    asked: { source: string; target: string },
    q: readonly string[],
    most: number,
    signal?: AbortSignal,
  ) =>
    paced(
      () =>
        send(
          'translate',
          answerSchema,
          {
            ...{ ...asked, q, format: 'text' },
            ...(most === 0 ? {} : { alternatives: most }),
            ...(key === '' ? {} : { api_key: key }),
          },
          signal,
        ),
      signal,
    );

  return {
    version: `${home} libretranslate-1`,
    most: { texts: lines, letters: MOST_LETTERS },
    async pairs() {
      const all = await languages();
      const codes = all.map(({ code }) => code);
      return LANGUAGES.flatMap(({ tag }) => {
        const own = all.find(({ code }) => code === codeOf(tag, codes));
        if (own === undefined) return [];
        const to = LANGUAGES.filter(
          (other) => other.tag !== tag && codeOf(other.tag, own.targets ?? codes) !== undefined,
        );
        return [{ from: tag, to: to.map((other) => other.tag) }];
      });
    },
    async translate(request, signal, take = () => {}) {
      const { texts, glossary } = request;
      const asked = await codesOf(request);
      const done = new Map<number, string>(texts.flatMap((text, place) => (text.trim() === '' ? [[place, text]] : [])));

      async function translateLines(places: readonly number[], withTerms = true): Promise<void> {
        const sent = places.map((place) => marked(texts[place] ?? '', withTerms ? glossary : {}));
        const answer = await translate(
          asked,
          sent.map(({ text }) => text),
          0,
          signal,
        ).catch((error: unknown) => {
          // More than this server takes at once.
          if (places.length > 1 && isAnswered(error, 400, 413)) return null;
          throw error;
        });
        // Answers have no ids: of fewer or more of them nobody knows which is whose.
        if (answer?.translatedText.length !== places.length) {
          if (places.length > 1)
            return await allThrough(halvesOf(places).map((half) => translateLines(half, withTerms)));
          throw new ProviderFailure('configuration', `${new URL(home).host} leaves a text out`);
        }
        const read = answer.translatedText.map((text, index) => unmarked(text, sent[index]?.terms ?? []));
        const found = new Map<number, string>();
        // A mark that got lost takes its term along: such a line is translated without.
        const lost: number[] = [];
        for (const [index, place] of places.entries()) {
          const text = read[index];
          if (typeof text === 'string') found.set(place, text);
          else lost.push(place);
        }
        if (await isOtherLanguage([...found.values()], request.to)) {
          throw new ProviderFailure('refused', `LibreTranslate answers in another language than ${request.to}`);
        }
        for (const [place, text] of found) done.set(place, text);
        if (found.size > 0) await take(found);
        if (lost.length > 0) await translateLines(lost, false);
      }

      const open = texts.flatMap((_, place) => (done.has(place) ? [] : [place]));
      if (open.length > 0) await translateLines(open);
      return { from: null, texts: texts.map((_, place) => done.get(place) ?? '') };
    },
    async others(request, signal) {
      const { translatedText, alternatives = [] } = await translate(
        await codesOf(request),
        request.texts.slice(0, 1),
        request.most + request.than.length,
        signal,
      );
      const known = new Set(request.than);
      const all = [...translatedText, ...alternatives.flat()].map((text) => text.trim());
      return [...new Set(all)].filter((text) => text !== '' && !known.has(text)).slice(0, request.most);
    },
    probe: async (signal) => void (await send('languages', languagesSchema, undefined, signal)),
  };
}

/** A text in which numbers in brackets stand for its terms, which such models mostly leave alone. */
function marked(text: string, glossary: Readonly<Record<string, string>>): { text: string; terms: string[] } {
  let [from, out] = [0, ''];
  const terms: string[] = [];
  for (const { at, length, term } of termsIn(text, Object.keys(glossary))) {
    terms.push(glossary[term] ?? term);
    out += `${text.slice(from, at)}[${90 + terms.length}]`;
    from = at + length;
  }
  return { text: out + text.slice(from), terms };
}

/** Puts the terms in; null where a mark is not there exactly once. */
function unmarked(text: string, terms: readonly string[]): string | null {
  let out = text;
  for (const [index, term] of terms.entries()) {
    const parts = out.split(new RegExp(String.raw`[\[【]\s*${91 + index}\s*[\]】]`));
    if (parts.length !== 2) return null;
    out = parts.join(term);
  }
  return out;
}
