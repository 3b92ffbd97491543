import { openAsBlob } from 'node:fs';

import type { pause } from '#core/server/services/media/abort-error.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import type { SpeechRequest } from '#core/server/services/providers/speech.ts';
import type { VoiceSample } from '#core/server/services/providers/voices.ts';

import { COSYVOICE, cosyVoice, type CosyVoiceGeneration } from '../cosyvoice.ts';
import { createPaced, type Pace } from '../paced.ts';
import { refuseBroken, TRIAL, writeCloned } from './cloned-speech.ts';

export const COSY_MODELS = ['CosyVoice', 'CosyVoice2', 'CosyVoice3'] as const;
export type CosyModel = (typeof COSY_MODELS)[number];
const GENERATIONS: Readonly<Record<CosyModel, CosyVoiceGeneration>> = { CosyVoice: 1, CosyVoice2: 2, CosyVoice3: 3 };

export interface CosyVoicesOptions extends Pace {
  /** Of its FastAPI server: `http://127.0.0.1:50000`. */
  address: string;
  model: CosyModel;
  /** Seconds after which no answer is waited for. */
  patience: number;
  rest?: typeof pause;
}

/**
 * Voices of CosyVoice, by its FastAPI server. It keeps none: each request takes the sample along, so that a voice is its
 * sample, and nothing is left of it once that is gone.
 */
export function cosyVoices(runner: MediaRunner, options: CosyVoicesOptions): Opened<'voices'> {
  const { address, model, patience, rest } = options;
  const paced = createPaced(options, rest);
  const generation = GENERATIONS[model];
  const { rate } = COSYVOICE[generation];
  const languages: readonly string[] = COSYVOICE[generation].languages;
  const service = cosyVoice({ address, generation, patience });

  async function say(sample: VoiceSample, { text, language }: SpeechRequest, signal?: AbortSignal): Promise<Buffer> {
    // In another language the words of the sample would only lead the model astray.
    const said = sample.language === language ? sample.text : null;
    const wav = await openAsBlob(sample.path, { type: 'audio/wav' });
    const sound = await paced(() => service.speak(text, { sample: wav, said }, signal), signal);
    refuseBroken(sound.length, rate, text);
    return sound;
  }

  return {
    version: `${address.replace(/\/+$/, '')} ${model} 1`,
    sample: { least: 3, most: 30 },
    keepsVoices: false,
    languages: async () => languages,
    async create(sample, reference, signal) {
      await say(sample, TRIAL, signal);
      return reference;
    },
    async speak({ sample }, request, path, signal) {
      const { language, speed, tone } = request;
      if (!languages.includes(language)) {
        throw new ProviderFailure('refused', `CosyVoice does not speak ${language}`);
      }
      const sound = await sample((lent) => say(lent, request, signal));
      await writeCloned(runner, sound, path, { speed, tone, signal });
    },
    async remove() {
      // The sample is all that there is.
    },
    probe: service.probe,
  };
}
