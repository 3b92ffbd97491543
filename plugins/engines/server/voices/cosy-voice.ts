import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type { pause } from '#core/server/services/media/abort-error.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';
import { askService, isAnswered } from '#core/server/services/providers/ask-service.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import type { SpeechRequest } from '#core/server/services/providers/speech.ts';
import type { VoiceSample } from '#core/server/services/providers/voices.ts';

import { createPaced, type Pace } from '../paced.ts';
import { readSound, refuseBroken } from './read-sound.ts';
import { shapeSpeech } from './shape-speech.ts';

export const COSY_MODELS = ['CosyVoice', 'CosyVoice2', 'CosyVoice3'] as const;
export type CosyModel = (typeof COSY_MODELS)[number];

/** Samples a second of each; answers do not say. */
const RATES: Readonly<Record<CosyModel, number>> = { CosyVoice: 22_050, CosyVoice2: 24_000, CosyVoice3: 24_000 };
/** What the third one wants before the words of a sample. */
const PREFIXES: Partial<Record<CosyModel, string>> = { CosyVoice3: 'You are a helpful assistant.<|endofprompt|>' };
const LANGUAGES = ['zh-CN', 'en-US', 'ja-JP', 'ko-KR', 'de-DE', 'es-ES', 'fr-FR', 'it-IT', 'ru-RU'];
/** What is said to find out whether a sample can be used. */
const TRIAL = { text: '好的，没有问题。', language: 'zh-CN', speed: 1, tone: 0 } as const;
const PROBE_LIMIT = 15_000;

export interface CosyVoiceOptions extends Pace {
  /** Of its FastAPI server: `http://127.0.0.1:50000`. */
  address: string;
  model: CosyModel;
  /** Seconds after which no answer is waited for. */
  patience: number;
  rest?: typeof pause;
}

/**
 * CosyVoice by its FastAPI server. It keeps no voices: each request takes the sample along, so that a voice is its
 * sample, and nothing is left of it once that is gone.
 */
export function cosyVoice(runner: MediaRunner, options: CosyVoiceOptions): Opened<'voices'> {
  const { address, model, patience, rest } = options;
  const paced = createPaced(options, rest);
  const home = address.replace(/\/+$/, '');
  const rate = RATES[model];

  async function say(sample: VoiceSample, request: SpeechRequest, path: string, signal?: AbortSignal): Promise<void> {
    // In another language the words of the sample would only lead the model astray.
    const text = sample.language === request.language ? sample.text : null;
    const wav = await openAsBlob(sample.path, { type: 'audio/wav' });
    await paced(
      () =>
        askService(
          {
            url: new URL(`${home}/${text === null ? 'inference_cross_lingual' : 'inference_zero_shot'}`),
            init: { method: 'POST', body: formOf(request.text, text, wav) },
            does: 'speaks with cloned voices',
            limit: patience * 1000,
            take: (response) => readSound(response, path),
          },
          signal,
        ),
      signal,
    );
    refuseBroken((await stat(path)).size, rate, request.text);
  }

  const formOf = (text: string, said: string | null, wav: Blob): FormData => {
    const form = new FormData();
    form.set('tts_text', text);
    if (said !== null) form.set('prompt_text', `${PREFIXES[model] ?? ''}${said}`);
    form.set('prompt_wav', wav, 'sample.wav');
    return form;
  };

  return {
    version: `${home} ${model} 1`,
    sample: { least: 3, most: 30 },
    languages: async () => LANGUAGES,
    async create(sample, reference, signal) {
      const folder = await mkdtemp(join(tmpdir(), 'reelport-cosy-'));
      try {
        await say(sample, TRIAL, join(folder, 'trial.pcm'), signal);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
      return reference;
    },
    async speak({ sample }, request, path, signal) {
      if (!LANGUAGES.includes(request.language)) {
        throw new ProviderFailure('refused', `CosyVoice does not speak ${request.language}`);
      }
      const folder = await mkdtemp(join(dirname(path), 'cosy-'));
      try {
        const from = join(folder, 'said.pcm');
        await sample((lent) => say(lent, request, from, signal));
        await shapeSpeech(runner, { ...request, from, to: path, rate, signal });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    async remove() {
      // The sample is all that there is.
    },
    async probe(signal) {
      // No call of it costs nothing but one that lacks what it needs.
      const init = { method: 'POST', body: new FormData() };
      const url = new URL(`${home}/inference_cross_lingual`);
      const asked = { url, init, does: 'speaks with cloned voices', limit: PROBE_LIMIT, take: async () => undefined };
      await askService(asked, signal).catch((error: unknown) => {
        if (!isAnswered(error, 400, 422)) throw error;
      });
    },
  };
}
