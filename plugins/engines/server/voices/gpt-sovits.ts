import { constants } from 'node:fs';
import { access, copyFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { isOutside } from '#core/server/services/files/outside-path.ts';
import type { pause } from '#core/server/services/media/abort-error.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import type { SpeechRequest } from '#core/server/services/providers/speech.ts';
import type { VoiceSample } from '#core/server/services/providers/voices.ts';

import { gptSovits, SOVITS_CODES } from '../gpt-sovits.ts';
import { createPaced, type Pace } from '../paced.ts';
import { refuseBroken, TRIAL, writeCloned } from './cloned-speech.ts';

/** Samples a second of the lowest rate that its models answer with. */
const LEAST_RATE = 16_000;

export interface SovitsVoicesOptions extends Pace {
  /** Of `api_v2.py`: `http://127.0.0.1:9880`. */
  address: string;
  /** A folder that this server writes samples into, and what the machine of the service calls the same folder. */
  folder: string;
  seenAs: string;
  /** Of the workbench, whose own files no service is shown. */
  dataFolder: string;
  /** Seconds after which no answer is waited for. */
  patience: number;
  rest?: typeof pause;
}

/**
 * Voices of GPT-SoVITS, by `api_v2.py`. It is told where a sample lies on its own machine, so both need a folder that
 * they share; a voice is its sample there.
 */
export function sovitsVoices(runner: MediaRunner, options: SovitsVoicesOptions): Opened<'voices'> {
  const { address, folder, dataFolder, rest } = options;
  const paced = createPaced(options, rest);
  const seenAs = (options.seenAs.trim() === '' ? folder : options.seenAs).replace(/[/\\]+$/, '');
  const service = gptSovits(options);
  const unwritable = (error: unknown): never => {
    throw new ProviderFailure('configuration', `${folder} cannot be written to`, { cause: error });
  };

  async function assertShared(): Promise<void> {
    if (await isOutside(folder, dataFolder)) return;
    throw new ProviderFailure('configuration', `${folder} is no full path outside the workbench's data folder`);
  }

  /** Puts a sample where the service finds it, unless it is there. */
  async function share(reference: string, { path }: VoiceSample): Promise<string> {
    await assertShared();
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
        unwritable(error);
      }
    }
    return `${seenAs}${seenAs.includes('\\') ? '\\' : '/'}${name}`;
  }

  async function say(
    { sample, reference }: { sample: VoiceSample; reference: string },
    { text, language, speed }: SpeechRequest,
    signal?: AbortSignal,
  ): Promise<Buffer> {
    const path = await share(reference, sample);
    const lent = { path, said: sample.text ?? '', language: SOVITS_CODES[sample.language] ?? 'auto' };
    const asked = { text, language: SOVITS_CODES[language] ?? 'auto', speed };
    const sound = await paced(() => service.speak(asked, lent, signal), signal);
    refuseBroken(sound.length, LEAST_RATE, text);
    return sound;
  }

  return {
    version: `${address.replace(/\/+$/, '')} gpt-sovits 1`,
    // Shorter and longer samples are refused there.
    sample: { least: 3, most: 9.9 },
    languages: async () => Object.keys(SOVITS_CODES),
    async create(sample, reference, signal) {
      try {
        await say({ sample, reference }, TRIAL, signal);
      } catch (error) {
        // A sample that cannot be used does not stay.
        if (error instanceof ProviderFailure && error.kind === 'refused') await forget(folder, reference);
        throw error;
      }
      return reference;
    },
    async speak({ id, sample }, request, path, signal) {
      if (!Object.hasOwn(SOVITS_CODES, request.language)) {
        throw new ProviderFailure('refused', `GPT-SoVITS does not speak ${request.language}`);
      }
      const sound = await sample((lent) => say({ sample: lent, reference: id }, request, signal));
      await writeCloned(runner, sound, path, { speed: 1, tone: request.tone, signal });
    },
    remove: (_voice, reference) => forget(folder, reference),
    async probe(signal) {
      await assertShared();
      await access(folder, constants.W_OK).catch(unwritable);
      await service.probe(signal);
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
