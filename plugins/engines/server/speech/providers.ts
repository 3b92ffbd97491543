import { z } from 'zod';

import { LANGUAGES } from '#core/contract/languages.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { ProviderAdapter } from '#core/server/services/providers/provider-adapter.ts';
import { defineProvider } from '#core/server/services/providers/provider-adapter.ts';

import { machineOf, type TurnsOf } from '../paced.ts';
import { address, atOnce, key, model, openAiAddress, patience, perMinute } from '../setting-fields.ts';
import type { SpeechContext } from './connected-speech.ts';
import { cosyVoiceSpeech } from './cosyvoice-speech.ts';
import { festivalSpeech } from './festival-speech.ts';
import { fliteSpeech } from './flite-speech.ts';
import { openAiSpeech } from './openai-speech.ts';
import { readSovitsVoice, sovitsSpeech } from './sovits-speech.ts';

const names = z.array(z.string().trim().min(1).max(100)).max(200);

/** The speakers of the first CosyVoice. */
const SPEAKERS = ['中文女', '中文男', '日语男', '粤语女', '英文女', '英文男', '韩语女'];

const [first = 'zh-CN', ...others] = LANGUAGES.map(({ tag }) => tag);
/** Fields have one text for all readers. */
const labels = Object.fromEntries(LANGUAGES.map(({ tag, zh, en }) => [tag, `${zh} ${en}`]));

const openAiAs = (ctx: SpeechContext, turns: TurnsOf, id: string, title: MessageKey) =>
  defineProvider({
    kind: 'speech',
    id,
    title,
    about: 'engines:openai-speech.about',
    settings: z.object({
      address: openAiAddress,
      key,
      model: model('engines:openai-speech.model-about'),
      voices: names
        .default([])
        .meta({ title: 'engines:speech.voices', description: 'engines:openai-speech.voices-about' }),
      languages: z
        .array(z.enum([first, ...others]))
        .max(50)
        .default([])
        .meta({ title: 'engines:speech.languages', description: 'engines:speech.languages-about', labels }),
      instructions: z
        .string()
        .max(2_000)
        .default('')
        .meta({ title: 'engines:openai-speech.instructions', description: 'engines:openai-speech.instructions-about' }),
      letters: z
        .int()
        .min(50)
        .max(4_096)
        .default(4_000)
        .meta({ title: 'engines:speech.letters', description: 'engines:speech.letters-about' }),
      atOnce: atOnce(4),
      perMinute,
      patience: patience(120),
    }),
    open: (settings) => openAiSpeech(ctx, { ...settings, turns: turns(`speech ${id}`) }),
  });

/** The services that speak: OpenAI's call at two addresses, CosyVoice, GPT-SoVITS, and programs of this machine. */
export const speechProviders = (
  ctx: SpeechContext & Pick<ServerContext, 'dataFolder'>,
  turns: TurnsOf,
): ProviderAdapter[] => [
  openAiAs(ctx, turns, 'engines.openai-speech', 'engines:openai-speech.title'),
  openAiAs(ctx, turns, 'engines.openai-speech-2', 'engines:openai-speech.title-2'),
  defineProvider({
    kind: 'speech',
    id: 'engines.cosyvoice',
    title: 'engines:cosyvoice.title',
    about: 'engines:cosyvoice.about',
    settings: z.object({
      address: address.meta({ title: 'engines:openai.address', description: 'engines:cosyvoice.address-about' }),
      generation: z.enum(['1', '2', '3']).default('1').meta({ title: 'engines:cosyvoice.generation' }),
      speakers: names
        .default(SPEAKERS)
        .meta({ title: 'engines:speech.voices', description: 'engines:cosyvoice.speakers-about' }),
      sample: z
        .string()
        .trim()
        .max(500)
        .default('')
        .meta({ title: 'engines:cosyvoice.sample', description: 'engines:cosyvoice.sample-about' }),
      said: z
        .string()
        .trim()
        .max(500)
        .default('')
        .meta({ title: 'engines:cosyvoice.said', description: 'engines:cosyvoice.said-about' }),
      atOnce: atOnce(1),
      patience: patience(120),
    }),
    open: ({ generation, ...settings }) =>
      cosyVoiceSpeech(ctx, {
        ...{ ...settings, turns: turns(machineOf('cosyvoice', settings.address)) },
        generation: generation === '1' ? 1 : generation === '2' ? 2 : 3,
      }),
  }),
  defineProvider({
    kind: 'speech',
    id: 'engines.gpt-sovits',
    title: 'engines:gpt-sovits.title',
    about: 'engines:gpt-sovits.about',
    settings: z.object({
      address: address.meta({ title: 'engines:openai.address', description: 'engines:gpt-sovits.address-about' }),
      voices: z
        .array(
          z
            .string()
            .trim()
            .max(1_000)
            .refine((line) => readSovitsVoice(line) !== null),
        )
        .min(1)
        .max(50)
        .meta({ title: 'engines:speech.voices', description: 'engines:gpt-sovits.voices-about' }),
      patience: patience(120),
    }),
    open: ({ voices, ...settings }) =>
      sovitsSpeech(ctx, {
        ...settings,
        turns: turns(machineOf('gpt-sovits', settings.address)),
        voices: voices.flatMap((line) => readSovitsVoice(line) ?? []),
      }),
  }),
  defineProvider({
    kind: 'speech',
    id: 'engines.flite',
    title: 'engines:flite.title',
    about: 'engines:flite.about',
    open: () => fliteSpeech(ctx),
  }),
  defineProvider({
    kind: 'speech',
    id: 'engines.festival',
    title: 'engines:festival.title',
    about: 'engines:festival.about',
    open: () => festivalSpeech(ctx),
  }),
];
