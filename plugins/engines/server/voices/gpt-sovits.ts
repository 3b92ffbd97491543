import { constants } from 'node:fs';
import { access, copyFile, mkdtemp, open, rename, rm } from 'node:fs/promises';
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

const LANGUAGES: Readonly<Record<string, string>> = { 'zh-CN': 'zh', 'en-US': 'en', 'ja-JP': 'ja', 'ko-KR': 'ko' };
/** What is said to find out whether a sample can be used. */
const TRIAL = { text: '好的，没有问题。', language: 'zh-CN', speed: 1, tone: 0 } as const;
const PROBE_LIMIT = 15_000;
/** Samples a second of the lowest rate that its models answer with. */
const LEAST_RATE = 16_000;

export interface GptSoVitsOptions extends Pace {
  /** Of `api_v2.py`: `http://127.0.0.1:9880`. */
  address: string;
  /** A folder that this server writes samples into, and what the machine of the service calls the same folder. */
  folder: string;
  seenAs: string;
  /** Seconds after which no answer is waited for. */
  patience: number;
  rest?: typeof pause;
}

/**
 * GPT-SoVITS by `api_v2.py`. It is told where a sample lies on its own machine, so both need a folder that they share; a
 * voice is its sample there.
 */
export function gptSoVits(runner: MediaRunner, options: GptSoVitsOptions): Opened<'voices'> {
  const { address, folder, patience, rest } = options;
  const paced = createPaced(options, rest);
  const home = address.replace(/\/+$/, '');
  const seenAs = (options.seenAs.trim() === '' ? folder : options.seenAs).replace(/[/\\]+$/, '');
  const url = new URL(`${home}/tts`);

  /** Puts a sample where the service finds it, unless it is there. */
  async function share(reference: string, { path }: VoiceSample): Promise<string> {
    const name = nameOf(reference);
    const place = join(folder, name);
    try {
      await access(place, constants.R_OK);
    } catch {
      const part = `${place}.part`;
      try {
        await copyFile(path, part);
        await rename(part, place);
      } catch (error) {
        await rm(part, { force: true }).catch(() => undefined);
        throw new ProviderFailure('configuration', `${folder} cannot be written to`, { cause: error });
      }
    }
    return `${seenAs}${seenAs.includes('\\') ? '\\' : '/'}${name}`;
  }

  async function say(
    { sample, reference }: { sample: VoiceSample; reference: string },
    { text, language, speed }: SpeechRequest,
    path: string,
    signal?: AbortSignal,
  ): Promise<void> {
    const body = {
      ...{ text, text_lang: LANGUAGES[language], ref_audio_path: await share(reference, sample) },
      ...{ prompt_text: sample.text ?? '', prompt_lang: LANGUAGES[sample.language] ?? 'auto' },
      ...{ text_split_method: 'cut5', batch_size: 1, media_type: 'wav', streaming_mode: false, speed_factor: speed },
    };
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const does = 'speaks with cloned voices';
    const take = async (response: Response): Promise<void> => readSound(response, path);
    await paced(() => askService({ url, init, does, limit: patience * 1000, take }, signal), signal);
    await refuseOther(path, text);
  }

  return {
    version: `${home} gpt-sovits 1`,
    // Shorter and longer samples are refused there.
    sample: { least: 3, most: 9.9 },
    languages: async () => Object.keys(LANGUAGES),
    async create(sample, reference, signal) {
      const work = await mkdtemp(join(folder, '.trial-')).catch((error: unknown) => {
        throw new ProviderFailure('configuration', `${folder} cannot be written to`, { cause: error });
      });
      try {
        await say({ sample, reference }, TRIAL, join(work, 'trial.wav'), signal);
      } catch (error) {
        // A sample that cannot be used does not stay.
        if (error instanceof ProviderFailure && error.kind === 'refused') await forget(folder, reference);
        throw error;
      } finally {
        await rm(work, { recursive: true, force: true });
      }
      return reference;
    },
    async speak({ id, sample }, request, path, signal) {
      if (!Object.hasOwn(LANGUAGES, request.language)) {
        throw new ProviderFailure('refused', `GPT-SoVITS does not speak ${request.language}`);
      }
      const work = await mkdtemp(join(dirname(path), 'sovits-'));
      try {
        const from = join(work, 'said.wav');
        await sample((lent) => say({ sample: lent, reference: id }, request, from, signal));
        await shapeSpeech(runner, { from, to: path, speed: 1, tone: request.tone, signal });
      } finally {
        await rm(work, { recursive: true, force: true });
      }
    },
    remove: (_voice, reference) => forget(folder, reference),
    async probe(signal) {
      await access(folder, constants.W_OK).catch((error: unknown) => {
        throw new ProviderFailure('configuration', `${folder} cannot be written to`, { cause: error });
      });
      // It has no call that tells how it is; this one lacks all that it needs.
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
      const asked = { url, init, does: 'speaks with cloned voices', limit: PROBE_LIMIT, take: async () => undefined };
      await askService(asked, signal).catch((error: unknown) => {
        if (!isAnswered(error, 400, 422)) throw error;
      });
    },
  };
}

/** @throws TypeError for a reference that would leave the folder */
function nameOf(reference: string): string {
  if (!/^[\w-]{1,80}$/.test(reference)) throw new TypeError(`"${reference}" is no reference of a voice`);
  return `${reference}.wav`;
}

const forget = (folder: string, reference: string): Promise<void> =>
  rm(join(folder, nameOf(reference)), { force: true });

/** @throws ProviderFailure for what is no WAV, or less than was to be said */
async function refuseOther(path: string, text: string): Promise<void> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(12);
    await file.read(head, 0, head.length, 0);
    const isWav = head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WAVE';
    if (!isWav) throw new ProviderFailure('configuration', 'GPT-SoVITS answers something else than a WAV');
    refuseBroken((await file.stat()).size, LEAST_RATE, text);
  } finally {
    await file.close();
  }
}
