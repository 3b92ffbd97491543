import { z } from 'zod';

import type { MessageKey } from '#core/contract/message-keys.ts';
import { defineProvider } from '#core/server/services/providers/provider-adapter.ts';

import type { TurnsOf } from '../paced.ts';
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

const chatAs = (turns: TurnsOf, id: string, title: MessageKey) =>
  defineProvider({
    kind: 'translation',
    id,
    title,
    about: 'engines:chat.about',
    settings: z.object({
      address: openAiAddress,
      key,
      model: model('engines:chat.model-about'),
      lines: linesOf(30),
      ...pace(4, 120),
    }),
    open: (settings) => chatTranslation({ ...settings, turns: turns(`translation ${id}`) }),
  });

/** The services that translate: two language models, so that one may follow the other, DeepL, LibreTranslate. */
export const translationProviders = (turns: TurnsOf) => [
  chatAs(turns, 'engines.chat-translation', 'engines:chat.title'),
  chatAs(turns, 'engines.chat-translation-2', 'engines:chat.title-2'),
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
    open: (settings) => deepL({ ...settings, turns: turns('translation engines.deepl') }),
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
    open: (settings) => libreTranslate({ ...settings, turns: turns('translation engines.libretranslate') }),
  }),
];
