import { z } from 'zod';

import { termsIn } from '#core/contract/glossary.ts';
import { LANGUAGES } from '#core/contract/languages.ts';
import { isOtherLanguage } from '#core/server/ground/find-language.ts';
import type { pause } from '#core/server/services/media/abort-error.ts';
import { askService, readText } from '#core/server/services/providers/ask-service.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import type { TranslationRequest, TranslationTone } from '#core/server/services/providers/translation.ts';

import { allThrough, halvesOf } from './halves.ts';
import { createPaced, type Pace } from '../paced.ts';
import { orSpent } from '../spent-quota.ts';

const MOST_BYTES = 4 * 1024 ** 2;
const PROBE_LIMIT = 15_000;
/** DeepL takes 50 texts and 128 KiB a request; three bytes a letter and its marks stay far below. */
const MOST = { texts: 50, letters: 20_000 };
/** Where keys of free accounts, which end so, are taken. */
const [PAID, FREE, FREE_KEY] = ['https://api.deepl.com', 'https://api-free.deepl.com', ':fx'];

/** Codes of languages where they are not simply the first part of the tag. */
const CODES: Readonly<Record<string, readonly string[]>> = {
  'zh-CN': ['ZH-HANS', 'ZH'],
  'fil-PH': ['FIL', 'TL'],
};

const FORMALITY: Readonly<Record<TranslationTone, string | undefined>> = {
  plain: undefined,
  formal: 'prefer_more',
  friendly: 'prefer_less',
  lively: 'prefer_less',
};

const languagesSchema = z.array(z.object({ language: z.string() }));
const answerSchema = z.object({
  translations: z.array(z.object({ text: z.string(), detected_source_language: z.string().optional() })),
});

export interface DeepLOptions extends Pace {
  /** Without a version; that of paid accounts is the default, and the one of free accounts follows from their keys. */
  address: string;
  key: string;
  /** Seconds after which no answer is waited for. */
  patience: number;
  /** Waits; tests need not. */
  rest?: typeof pause;
}

/** DeepL, in the cloud or whatever else has its call. */
export function deepL({ address, key, patience, rest, ...pace }: DeepLOptions): Opened<'translation'> {
  const paced = createPaced(pace, rest);
  const base = address.replace(/\/+$/, '');
  const home = base === PAID && key.endsWith(FREE_KEY) ? FREE : base;
  const headers = { authorization: `DeepL-Auth-Key ${key}` };
  let known: Promise<{ sources: Set<string>; targets: Set<string> }> | undefined;

  const ask = <T>(path: string, schema: z.ZodType<T>, body?: unknown, signal?: AbortSignal): Promise<T> =>
    askService(
      {
        url: new URL(`${home}/v2/${path}`),
        init:
          body === undefined
            ? { headers }
            : {
                method: 'POST',
                headers: { ...headers, 'content-type': 'application/json' },
                body: JSON.stringify(body),
              },
        does: 'translates',
        limit: body === undefined ? PROBE_LIMIT : patience * 1000,
        take: async (response) => schema.parse(JSON.parse(await readText(response, MOST_BYTES))),
      },
      signal,
    ).catch((error: unknown) => {
      throw orSpent(error, new URL(home).host);
    });

  const codesOf = async (type: 'source' | 'target'): Promise<Set<string>> =>
    new Set((await ask(`languages?type=${type}`, languagesSchema)).map(({ language }) => language.toUpperCase()));

  function languages(): Promise<{ sources: Set<string>; targets: Set<string> }> {
    known ??= (async () => ({ sources: await codesOf('source'), targets: await codesOf('target') }))();
    known.catch(() => (known = undefined));
    return known;
  }

  const targetCode = (tag: string, codes: ReadonlySet<string>): string | undefined =>
    codesFor(tag).find((code) => codes.has(code));
  const sourceCode = (tag: string, codes: ReadonlySet<string>): string | undefined =>
    codesFor(tag)
      .map((code) => code.split('-')[0] ?? code)
      .find((code) => codes.has(code));

  async function bodyOf(request: TranslationRequest): Promise<Record<string, unknown>> {
    const { sources, targets } = await languages();
    const target = targetCode(request.to, targets);
    const source = request.from === null ? null : sourceCode(request.from, sources);
    if (target === undefined || source === undefined) {
      throw new ProviderFailure('refused', `DeepL does not translate from ${request.from ?? '?'} to ${request.to}`);
    }
    const formality = FORMALITY[request.tone ?? 'plain'];
    const { before = [], after = [] } = request.around ?? {};
    const context = [request.about, ...before, ...after].filter((each) => each !== '').join('\n');
    return {
      ...{ target_lang: target, preserve_formatting: true },
      ...(source === null ? {} : { source_lang: source }),
      ...(formality === undefined ? {} : { formality }),
      ...(context === '' ? {} : { context }),
    };
  }

  return {
    version: `${home} deepl-1`,
    most: MOST,
    async pairs() {
      const { sources, targets } = await languages();
      const to = LANGUAGES.filter(({ tag }) => targetCode(tag, targets) !== undefined).map(({ tag }) => tag);
      const from = LANGUAGES.filter(({ tag }) => sourceCode(tag, sources) !== undefined);
      return from.map(({ tag }) => ({ from: tag, to: to.filter((each) => each !== tag) }));
    },
    async translate(request, signal, take = () => {}) {
      const { texts, glossary } = request;
      const done = new Map<number, string>(texts.flatMap((text, place) => (text.trim() === '' ? [[place, text]] : [])));
      const settings = await bodyOf(request);

      async function translateLines(places: readonly number[]): Promise<void> {
        const lines = places.map((place) => texts[place] ?? '');
        const isMarked = termsIn(lines.join('\n'), Object.keys(glossary)).length > 0;
        const body = isMarked
          ? { ...settings, tag_handling: 'xml', ignore_tags: ['x'], text: lines.map((line) => marked(line, glossary)) }
          : { ...settings, text: lines };
        const { translations } = await paced(() => ask('translate', answerSchema, body, signal), signal);
        // Answers have no ids: of fewer or more of them nobody knows which is whose.
        if (translations.length !== places.length) {
          if (places.length > 1) return await allThrough(halvesOf(places).map(translateLines));
          throw new ProviderFailure('configuration', `${new URL(home).host} leaves a text out`);
        }
        const read = translations.map(({ text }) => (isMarked ? unmarked(text) : text));
        if (await isOtherLanguage(read, request.to)) {
          throw new ProviderFailure('refused', `DeepL answers in another language than ${request.to}`);
        }
        const found = new Map(places.map((place, index) => [place, read[index] ?? '']));
        for (const [place, text] of found) done.set(place, text);
        await take(found);
      }

      const open = texts.flatMap((_, place) => (done.has(place) ? [] : [place]));
      if (open.length > 0) await translateLines(open);
      return { from: null, texts: texts.map((_, place) => done.get(place) ?? '') };
    },
    probe: async (signal) => void (await ask('usage', z.object({}), undefined, signal)),
  };
}

/** Codes of a language as DeepL may know it, the most exact first. */
function codesFor(tag: string): readonly string[] {
  const [language = tag] = tag.split('-');
  return CODES[tag] ?? [tag.toUpperCase(), language.toUpperCase()];
}

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string): string => text.replaceAll(/[&<>]/g, (sign) => ESCAPED[sign] ?? sign);

/** A text with its terms put in as they have to be translated, in marks that DeepL leaves alone. */
function marked(text: string, glossary: Readonly<Record<string, string>>): string {
  let [from, out] = [0, ''];
  for (const { at, length, term } of termsIn(text, Object.keys(glossary))) {
    out += `${escaped(text.slice(from, at))}<x>${escaped(glossary[term] ?? term)}</x>`;
    from = at + length;
  }
  return out + escaped(text.slice(from));
}

const unmarked = (text: string): string =>
  text
    .replaceAll(/<\/?x>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
