import { fail } from '#core/contract/errors.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import type { SpeechVoice } from '#core/server/services/providers/speech.ts';

import { runProgram } from '../run-program.ts';
import { connectedSpeech, type SpeechContext } from './connected-speech.ts';
import { narrowText } from './narrow-text.ts';
import { spokenFile } from './spoken-file.ts';

/** Letters that it reads at once, and processes of it at once. */
const [MOST_LETTERS, AT_ONCE] = [2_000, 2];
/** What its voices sound like; the first that is there is the usual one. One that only tells the time is left out. */
const SEXES: readonly (readonly [string, SpeechVoice['sex']])[] = [
  ['slt', 'female'],
  ['rms', 'male'],
  ['awb', 'male'],
  ['kal16', 'male'],
  ['kal', 'male'],
];

/**
 * English by the program flite, where it is installed.
 * @param path by default `FLITE_PATH`, or else `flite` on the path
 * @throws expected `engines:flite.missing` (503)
 */
export async function fliteSpeech(ctx: SpeechContext, path?: string): Promise<Opened<'speech'>> {
  const program = path ?? (process.env['FLITE_PATH'] || 'flite');
  const run = (args: readonly string[], signal?: AbortSignal): Promise<string> =>
    runProgram(program, args, { missing: 'engines:flite.missing', ...(signal === undefined ? {} : { signal }) });
  const listed = await run(['-lv']);
  // It ends as if that had failed.
  const about = await run(['--version']).catch((error: unknown) => (error instanceof Error ? String(error.cause) : ''));
  const names = new Set((/available:(.*)/.exec(listed)?.[1] ?? '').split(/\s+/));
  const voices = SEXES.flatMap(([id, sex]): SpeechVoice[] => (names.has(id) ? [{ id, name: id, sex }] : []));
  if (voices.length === 0) fail('engines:flite.missing', {}, { kind: 'unavailable', cause: new Error(listed) });

  return connectedSpeech(ctx, {
    version: ['flite', /version:\s*(\S+)/.exec(about)?.[1] ?? '', voices[0]?.id].join(' '),
    pace: { atOnce: AT_ONCE, perMinute: 0 },
    languages: ['en-US'],
    mostLetters: MOST_LETTERS,
    speeds: { least: 0.5, most: 2 },
    isRobotic: true,
    voices: async () => voices,
    ask: ({ text, voice, speed }, signal) =>
      spokenFile(ctx, narrowText(text, 'ascii'), (files) =>
        run(
          [
            ...['-voice', voice ?? '', '--setf', `duration_stretch=${(1 / speed).toFixed(3)}`],
            ...['-f', files.text, '-o', files.sound],
          ],
          signal,
        ),
      ),
  });
}
