import { z } from 'zod';

import { defineProvider } from '#core/server/services/providers/provider-adapter.ts';

import { key, model, openAiAddress } from '../setting-fields.ts';
import { openAiTranscription } from './openai-transcription.ts';

const settings = z.object({
  address: openAiAddress,
  key,
  model: model('engines:openai.model-about'),
  atOnce: z.int().min(1).max(32).default(2).meta({ title: 'engines:openai.at-once' }),
});

/** A service with OpenAI's interface, in the cloud or on a machine of the operator's. */
export const openAi = defineProvider({
  kind: 'transcription',
  id: 'engines.openai-transcription',
  title: 'engines:openai.title',
  about: 'engines:openai.about',
  settings,
  open: openAiTranscription,
});
