import { z } from 'zod';

import type { MessageKey } from '#core/contract/message-keys.ts';
import { defineProvider } from '#core/server/services/providers/provider-adapter.ts';

import type { TurnsOf } from '../paced.ts';
import { key, model, openAiAddress, patience, perMinute } from '../setting-fields.ts';
import { openAiTranscription } from './openai-transcription.ts';

const settings = z.object({
  address: openAiAddress,
  key,
  model: model('engines:openai.model-about'),
  atOnce: z.int().min(1).max(32).default(2).meta({ title: 'engines:openai.at-once' }),
  perMinute,
  patience: patience(120),
});

const openAiAs = (turns: TurnsOf, id: string, title: MessageKey) =>
  defineProvider({
    ...{ kind: 'transcription', id, title, about: 'engines:openai.about' },
    settings,
    open: (values) => openAiTranscription({ ...values, turns: turns(`transcription ${id}`) }),
  });

/** Services with OpenAI's interface, in the cloud or on a machine of the operator's: two, so that one may follow the other. */
export const transcriptionProviders = (turns: TurnsOf) => [
  openAiAs(turns, 'engines.openai-transcription', 'engines:openai.title'),
  openAiAs(turns, 'engines.openai-transcription-2', 'engines:openai.title-2'),
];
