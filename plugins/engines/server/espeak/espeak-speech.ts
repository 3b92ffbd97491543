import { randomUUID } from 'node:crypto';
import { rename, rm, stat } from 'node:fs/promises';

import { fail } from '#core/contract/errors.ts';
import type { SpeechProvider, SpeechRequest } from '#core/server/services/providers/speech.ts';

import { readJapanese } from '../japanese/read-japanese.ts';
import { runProgram } from '../run-program.ts';
import { ESPEAK_VOICES } from './espeak-voices.ts';

/** Must be raised whenever this adapter turns the same request into different sound. */
const ADAPTER_VERSION = 2;
const WORDS_PER_MINUTE = 175;
const WAV_HEADER_BYTES = 44;
/** What is added to the name of a language's voice, by the ids of ours. */
const VARIANTS = new Map([
  ['male', ''],
  ['female', '+f3'],
]);

export interface EspeakOptions {
  /** The program; by default `ESPEAK_PATH`, or else `espeak-ng` on the path. */
  path?: string;
}

/**
 * The embedded default voice, the program espeak-ng: it sounds like a robot, but works offline on every machine
 * and in 27 languages. Japanese is read for it in kana, which are all that it knows.
 * @throws expected `core:speech.missing` when the program is not there
 */
export async function createEspeakSpeech(options: EspeakOptions = {}): Promise<SpeechProvider> {
  const program = options.path ?? (process.env['ESPEAK_PATH'] || 'espeak-ng');
  const run = (args: readonly string[], input: string, signal?: AbortSignal): Promise<string> =>
    runProgram(program, args, {
      ...{ missing: 'core:speech.missing', keep: ['ESPEAK_DATA_PATH'], input },
      ...(signal === undefined ? {} : { signal }),
    });
  const output = await run(['--version'], '');
  const release = /text-to-speech:\s*(\S+)/.exec(output)?.[1] ?? 'unknown';

  return {
    version: `espeak-ng ${release} ${ADAPTER_VERSION}`,

    async languages() {
      return Object.keys(ESPEAK_VOICES);
    },

    isRobotic: true,

    async voices() {
      return [
        { id: 'male', name: 'espeak-ng', sex: 'male' },
        { id: 'female', name: 'espeak-ng', sex: 'female' },
      ];
    },

    async speak(request, path, signal) {
      const voice = Object.hasOwn(ESPEAK_VOICES, request.language) ? ESPEAK_VOICES[request.language] : undefined;
      if (voice === undefined) fail('core:speech.language', { language: request.language }, { kind: 'invalid' });
      const variant = request.voice === undefined ? '' : VARIANTS.get(request.voice);
      if (variant === undefined) fail('core:speech.voice', {}, { kind: 'invalid' });
      const text = await readable(request);
      const temporary = `${path}.${randomUUID()}.part`;
      try {
        const said = await run(
          [
            '-v',
            `${voice}${variant}`,
            '-s',
            String(wordsPerMinute(request.speed)),
            '-p',
            String(pitch(request.tone)),
            '-b',
            '1',
            '-w',
            temporary,
            '--stdin',
          ],
          text,
          signal,
        );
        // It exits with success even when it could not write anything.
        const size = await stat(temporary).then(
          (found) => found.size,
          () => 0,
        );
        if (size <= WAV_HEADER_BYTES) fail('core:speech.failed', {}, { kind: 'unavailable', cause: new Error(said) });
        await rename(temporary, path);
      } finally {
        await rm(temporary, { force: true });
      }
    },
  };
}

/** Words per minute for a speed, where 1 is the voice's normal pace. */
export function wordsPerMinute(speed: number): number {
  return Math.round(Math.min(450, Math.max(80, WORDS_PER_MINUTE * speed)));
}

/** espeak-ng's pitch, 0 to 99, for a tone from −1 to 1. */
export function pitch(tone: number): number {
  return Math.round(Math.min(99, Math.max(0, 50 + tone * 49)));
}

/** The text without characters that the program would interpret as its own notation or could not read. */
async function readable({ text, language }: SpeechRequest): Promise<string> {
  const plain = text
    .toWellFormed()
    .replace(/[^\P{Cc}\n\t]/gu, ' ')
    .replaceAll('[[', '[ [');
  if (!/[\p{L}\p{N}]/u.test(plain)) fail('core:speech.empty', {}, { kind: 'invalid' });
  if (language !== 'ja-JP') return plain;
  const { kana, isWhole } = await readJapanese(plain);
  if (!isWhole) fail('core:speech.kana-only', {}, { kind: 'invalid' });
  return kana.join('');
}
