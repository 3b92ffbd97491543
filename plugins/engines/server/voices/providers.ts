import { z } from 'zod';

import type { ServerContext } from '#core/server/plugins/context.ts';
import { defineProvider } from '#core/server/services/providers/provider-adapter.ts';

import { createEspeakSpeech } from '../espeak/espeak-speech.ts';
import { COSY_MODELS, cosyVoice } from './cosy-voice.ts';
import { gptSoVits } from './gpt-sovits.ts';
import { openAiVoices } from './openai-voices.ts';
import { toneMatch } from './tone-match.ts';

const address = z.url({ protocol: /^https?$/ });
const pace = (atOnce: number) => ({
  atOnce: z.int().min(1).max(32).default(atOnce).meta({ title: 'engines:translation.at-once' }),
  perMinute: z
    .int()
    .min(0)
    .max(10_000)
    .default(0)
    .meta({ title: 'engines:translation.per-minute', description: 'engines:translation.per-minute-about' }),
  patience: z.int().min(10).max(1_800).default(180).meta({ title: 'engines:translation.patience' }),
});

/** The services that make voices of samples. Tone match is the first, and therefore in use until another is chosen. */
export const voicesProviders = ({ media: { runner } }: Pick<ServerContext, 'media'>) => [
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
    open: (settings) => cosyVoice(runner, settings),
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
    open: (settings) => gptSoVits(runner, settings),
  }),
  defineProvider({
    kind: 'voices',
    id: 'engines.openai-voices',
    title: 'engines:openai-voices.title',
    about: 'engines:openai-voices.about',
    settings: z.object({
      address: address
        .default('https://api.openai.com/v1')
        .meta({ title: 'engines:openai.address', description: 'engines:openai.address-about' }),
      key: z.string().min(1).max(500).meta({ title: 'engines:openai.key', secret: true }),
      model: z.string().trim().min(1).max(200).default('gpt-4o-mini-tts').meta({ title: 'engines:openai.model' }),
      ...pace(2),
    }),
    open: (settings) => openAiVoices(runner, settings),
  }),
];
