import { z } from 'zod';

import { defineProvider } from '#core/server/services/providers/provider-adapter.ts';

import { chatTranslation } from './chat/chat-translation.ts';
import { deepL } from './deepl.ts';
import { libreTranslate } from './libre-translate.ts';

const address = z.url({ protocol: /^https?$/ });
const key = z.string().max(500).default('').meta({ title: 'engines:openai.key', secret: true });
const pace = (atOnce: number, patience: number) => ({
  atOnce: z.int().min(1).max(64).default(atOnce).meta({ title: 'engines:translation.at-once' }),
  perMinute: z
    .int()
    .min(0)
    .max(10_000)
    .default(0)
    .meta({ title: 'engines:translation.per-minute', description: 'engines:translation.per-minute-about' }),
  patience: z.int().min(5).max(1_800).default(patience).meta({ title: 'engines:translation.patience' }),
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
      address: address
        .default('https://api.openai.com/v1')
        .meta({ title: 'engines:openai.address', description: 'engines:openai.address-about' }),
      key,
      model: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .meta({ title: 'engines:openai.model', description: 'engines:chat.model-about' }),
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
      key: z.string().min(1).max(500).meta({ title: 'engines:openai.key', secret: true }),
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
