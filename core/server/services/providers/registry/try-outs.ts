import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { languageName } from '#core/contract/languages.ts';
import type { ProviderKind } from '#core/contract/provider-kinds.ts';
import { translate } from '#core/server/ground/messages.ts';

import type { ProviderPorts } from '../provider-ports.ts';
import type { TryOutAnswer } from '../provider-admin.ts';
import { tryInpainting } from './try-inpainting.ts';

type Reader = 'zh' | 'en';

interface TryWork {
  /** A folder that is removed afterwards. */
  folder: string;
  signal: AbortSignal;
}

/** How a service of a kind is tried: a small request, and what comes of it. */
interface TryOut<K extends ProviderKind> {
  /** The fields that operators fill in. */
  request(provider: ProviderPorts[K], reader: Reader): Promise<z.ZodObject>;
  run(provider: ProviderPorts[K], request: Readonly<Record<string, unknown>>, work: TryWork): Promise<TryOutAnswer>;
}

const LETTERS = 200;
/** Of a picture in base64; together with the rest it fits into a request. */
const PICTURE_LETTERS = 900_000;
/** What a code sent for trying says; nobody can log in with it. */
const TEST_CODE = '000000';

const text = z.string().trim().min(1).max(LETTERS);
const named = (name: 'text' | 'language' | 'mobile' | 'address' | 'picture', reader: Reader) => ({
  title: translate(reader, `core:provider.try-${name}`),
});
const choiceOf = (tags: readonly string[], reader: Reader) => {
  const [first = 'en-US', ...rest] = tags;
  const labels = Object.fromEntries(tags.map((tag) => [tag, languageName(tag, reader)]));
  return z.enum([first, ...rest]).meta({ ...named('language', reader), labels });
};
const pictureOf = (reader: Reader) => {
  const meta = { ...named('picture', reader), contentEncoding: 'base64', contentMediaType: 'image/*' } as const;
  return z.string().min(1).max(PICTURE_LETTERS).meta(meta);
};
const spoken = z.object({ text, language: z.string() });
const seen = z.object({ picture: z.string(), language: z.string() });
const sent = z.object({ to: z.string() });

const TRY_OUTS: { [K in ProviderKind]?: TryOut<K> } = {
  speech: {
    request: async (provider, reader) =>
      z.object({ text: text.meta(named('text', reader)), language: choiceOf(await provider.languages(), reader) }),
    async run(provider, request, { folder, signal }) {
      const path = join(folder, 'tried.wav');
      await provider.speak({ ...spoken.parse(request), speed: 1, tone: 0 }, path, signal);
      return { kind: 'sound', bytes: await readFile(path) };
    },
  },
  'picture-text': {
    async request(provider, reader) {
      return z.object({ picture: pictureOf(reader), language: choiceOf(await provider.languages(), reader) });
    },
    async run(provider, request, { folder, signal }) {
      const { picture, language } = seen.parse(request);
      const path = join(folder, 'tried');
      await writeFile(path, Buffer.from(picture, 'base64'));
      const languages = provider.readsAll === true ? await provider.languages() : [language];
      const [read] = await provider.read([path], { languages, signal });
      return { kind: 'picture-text', ...(read ?? { width: 1, height: 1, lines: [] }) };
    },
  },
  inpainting: {
    request: async (_provider, reader) => z.object({ picture: pictureOf(reader) }),
    async run(provider, request, work) {
      const { picture } = seen.pick({ picture: true }).parse(request);
      return { kind: 'picture', bytes: await tryInpainting(provider, Buffer.from(picture, 'base64'), work) };
    },
  },
  translation: {
    async request(provider, reader) {
      const pairs = await provider.pairs();
      const targets = [...new Set(pairs.flatMap(({ to }) => to))];
      return z.object({ text: text.meta(named('text', reader)), language: choiceOf(targets, reader) });
    },
    async run(provider, request, { signal }) {
      const { text: original, language } = spoken.parse(request);
      const given = { texts: [original], from: null, to: language, glossary: {}, about: '' };
      const { texts } = await provider.translate(given, signal);
      return { kind: 'text', text: texts.join('\n') };
    },
  },
  sms: {
    request: async (_provider, reader) =>
      z.object({
        to: z
          .string()
          .regex(/^1[3-9]\d{9}$/)
          .meta(named('mobile', reader)),
      }),
    async run(provider, request) {
      const { to } = sent.parse(request);
      await provider.send({ mobile: to, code: TEST_CODE, minutes: 5, language: 'zh' });
      return { kind: 'sent' };
    },
  },
  mail: {
    request: async (_provider, reader) => z.object({ to: z.email().meta(named('address', reader)) }),
    async run(provider, request) {
      const { to } = sent.parse(request);
      await provider.send({ to, subject: 'Reelport', text: 'Reelport', html: null }, crypto.randomUUID());
      return { kind: 'sent' };
    },
  },
};

/** How a kind is tried; undefined for one that cannot be tried by a small request. */
export function tryOutOf<K extends ProviderKind>(kind: K): TryOut<K> | undefined {
  return TRY_OUTS[kind];
}
