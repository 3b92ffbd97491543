import { z } from 'zod';

import type { ServerContext } from '#core/server/plugins/context.ts';
import { defineProvider } from '#core/server/services/providers/provider-adapter.ts';

import { createEspeakSpeech } from '../espeak/espeak-speech.ts';
import { machineOf, type TurnsOf } from '../paced.ts';
import { address, atOnce, neededKey, openAiAddress, patience, perMinute } from '../setting-fields.ts';
import { COSY_MODELS, cosyVoices } from './cosy-voice.ts';
import { sovitsVoices } from './gpt-sovits.ts';
import { openAiVoices } from './openai-voices.ts';
import { toneMatch } from './tone-match.ts';

const pace = (requests: number) => ({ atOnce: atOnce(requests, 32), perMinute, patience: patience(180, 10) });

/** The services that make voices of samples. Tone match is the first, and therefore in use until another is chosen. */
export const voicesProviders = (
  { media: { runner }, dataFolder }: Pick<ServerContext, 'media' | 'dataFolder'>,
  turns: TurnsOf,
) => [
  defineProvider({
    kind: 'voices',
    id: 'engines.tone-match',
    title: 'engines:tone.title',
    about: 'engines:tone.about',
    embedded: true,
    open: () => toneMatch(runner, () => createEspeakSpeech()),
  }),
  defineProvider({
    kind: 'voices',
    id: 'engines.cosyvoice',
    title: 'engines:cosy.title',
    about: 'engines:cosy.about',
    settings: z.object({
      address: address.meta({ title: 'engines:openai.address', description: 'engines:cosy.address-about' }),
      model: z.enum(COSY_MODELS).default('CosyVoice2').meta({ title: 'engines:openai.model' }),
      ...pace(1),
    }),
    open: (settings) => cosyVoices(runner, { ...settings, turns: turns(machineOf('cosyvoice', settings.address)) }),
  }),
  defineProvider({
    kind: 'voices',
    id: 'engines.gpt-sovits',
    title: 'engines:sovits.title',
    about: 'engines:sovits.about',
    settings: z.object({
      address: address.meta({ title: 'engines:openai.address', description: 'engines:sovits.address-about' }),
      folder: z
        .string()
        .trim()
        .max(500)
        .regex(/^(?:\/|[A-Za-z]:[\\/])/)
        .meta({ title: 'engines:sovits.folder', description: 'engines:sovits.folder-about' }),
      seenAs: z
        .string()
        .trim()
        .max(500)
        .default('')
        .meta({ title: 'engines:sovits.seen-as', description: 'engines:sovits.seen-as-about' }),
      ...pace(1),
    }),
    open: (settings) =>
      sovitsVoices(runner, { ...settings, dataFolder, turns: turns(machineOf('gpt-sovits', settings.address)) }),
  }),
  defineProvider({
    kind: 'voices',
    id: 'engines.openai-voices',
    title: 'engines:openai-voices.title',
    about: 'engines:openai-voices.about',
    settings: z.object({
      address: openAiAddress,
      key: neededKey,
      model: z.string().trim().min(1).max(200).default('gpt-4o-mini-tts').meta({ title: 'engines:openai.model' }),
      ...pace(2),
    }),
    open: (settings) => openAiVoices(runner, { ...settings, turns: turns('voices engines.openai-voices') }),
  }),
];
