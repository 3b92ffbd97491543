import { z } from 'zod';

import { defineProvider } from '#core/server/services/providers/provider-adapter.ts';

import { address, atOnce, key, neededKey, model, openAiAddress, patience, perMinute } from '../setting-fields.ts';
import { chatTranslation } from './chat/chat-translation.ts';
import { deepL } from './deepl.ts';
import { libreTranslate } from './libre-translate.ts';

const pace = (requests: number, seconds: number) => ({
  ...{ atOnce: atOnce(requests), perMinute, patience: patience(seconds) },
});
const linesOf = (lines: number) =>
  z
    .int()
    .min(1)
    .max(200)
    .default(lines)
    .meta({ title: 'engines:translation.lines', description: 'engines:translation.lines-about' });

/** The services that translate: a language model, DeepL, LibreTranslate. */
export const translationProviders = [
  defineProvider({
    kind: 'translation',
    id: 'engines.chat-translation',
    title: 'engines:chat.title',
    about: 'engines:chat.about',
    settings: z.object({
      address: openAiAddress,
      key,
      model: model('engines:chat.model-about'),
      lines: linesOf(30),
      ...pace(4, 120),
    }),
    open: chatTranslation,
  }),
  defineProvider({
    kind: 'translation',
    id: 'engines.deepl',
    title: 'engines:deepl.title',
    about: 'engines:deepl.about',
    settings: z.object({
      address: address
        .default('https://api.deepl.com')
        .meta({ title: 'engines:openai.address', description: 'engines:deepl.address-about' }),
      key: neededKey,
      ...pace(4, 60),
    }),
    open: deepL,
  }),
  defineProvider({
    kind: 'translation',
    id: 'engines.libretranslate',
    title: 'engines:libre.title',
    about: 'engines:libre.about',
    settings: z.object({
      address: address.meta({ title: 'engines:openai.address', description: 'engines:libre.address-about' }),
      key,
      lines: linesOf(20),
      ...pace(2, 120),
    }),
    open: libreTranslate,
  }),
];
