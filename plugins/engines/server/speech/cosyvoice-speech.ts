import { openAsBlob } from 'node:fs';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { isOutside } from '#core/server/services/files/outside-path.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';

import { COSYVOICE, cosyVoice, type CosyVoiceOptions } from '../cosyvoice.ts';
import type { Pace } from '../paced.ts';
import { connectedSpeech, type SpeechContext, type SpeechService } from './connected-speech.ts';

/** Letters of one request: what is longer takes long before the first sound, and wanders off. */
const MOST_LETTERS = 300;

export interface CosyVoiceSpeechOptions extends CosyVoiceOptions, Pick<SpeechService, 'rest'> {
  /** Names of its speakers. */
  speakers: readonly string[];
  /** A file of this server, in whose voice it speaks instead; empty for none. */
  sample: string;
  /** What is said in that file; empty where nobody knows. */
  said: string;
  atOnce: number;
  turns?: Pace['turns'];
}

/** CosyVoice with its own speakers, or with the voice of a recording of the operator's. */
export function cosyVoiceSpeech(
  ctx: SpeechContext & Pick<ServerContext, 'dataFolder'>,
  options: CosyVoiceSpeechOptions,
): Opened<'speech'> {
  const { address, generation, speakers, sample, said, atOnce, turns, rest } = options;
  const { speak, probe } = cosyVoice(options);
  return connectedSpeech(ctx, {
    version: ['cosyvoice', address, generation, sample, said, speakers[0] ?? ''].join(' '),
    pace: { atOnce, perMinute: 0, ...(turns === undefined ? {} : { turns }) },
    languages: COSYVOICE[generation].languages,
    mostLetters: MOST_LETTERS,
    speeds: null,
    voices: async () =>
      sample === ''
        ? speakers.map((name) => ({
            id: name,
            name,
            sex: /女/.test(name) ? 'female' : /男/.test(name) ? 'male' : null,
          }))
        : [],
    async ask({ text, voice }, signal) {
      if (sample === '') return await speak(text, { speaker: voice ?? '' }, signal);
      const wav = await opened(sample, ctx.dataFolder);
      return await speak(text, { sample: wav, said: said === '' ? null : said }, signal);
    },
    async probe(signal) {
      if (sample !== '') await opened(sample, ctx.dataFolder);
      await probe(signal);
    },
    ...(rest === undefined ? {} : { rest }),
  });
}

/**
 * A sample of the operator's, which leaves this machine: so it has to be a sound, and none of the workbench's files.
 * @throws expected `engines:cosyvoice.no-sample`, `engines:cosyvoice.unfit-sample` (503)
 */
async function opened(path: string, dataFolder: string): Promise<Blob> {
  if (!(await isOutside(path, dataFolder))) fail('engines:cosyvoice.unfit-sample', {}, { kind: 'unavailable' });
  let sample: Blob;
  let head: string;
  try {
    sample = await openAsBlob(path, { type: 'audio/wav' });
    head = Buffer.from(await sample.slice(0, 12).arrayBuffer()).toString('latin1');
  } catch (error) {
    return fail('engines:cosyvoice.no-sample', {}, { kind: 'unavailable', cause: error });
  }
  if (!/^RIFF.{4}WAVE/s.test(head)) fail('engines:cosyvoice.unfit-sample', {}, { kind: 'unavailable' });
  return sample;
}
