import { fail } from '#core/contract/errors.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import type { SpeechVoice } from '#core/server/services/providers/speech.ts';

import { runProgram } from '../run-program.ts';
import { connectedSpeech, type SpeechContext } from './connected-speech.ts';
import { narrowText, type NarrowEncoding } from './narrow-text.ts';
import { spokenFile } from './spoken-file.ts';

/** Letters that it reads at once, and processes of it at once. */
const [MOST_LETTERS, AT_ONCE] = [2_000, 2];

/** Voices of festival, by their names: what they speak, what they sound like, and how they want a text. */
const KNOWN: readonly {
  name: RegExp;
  language: string;
  sex: SpeechVoice['sex'];
  encoding: NarrowEncoding | 'utf-8';
}[] = [
  { name: /us_(slt|clb)|^us1_/, language: 'en-US', sex: 'female', encoding: 'ascii' },
  {
    name: /^(kal|ked|don|rab)_|us_(awb|bdl|jmk|rms)|^(us[23]|en1)_/,
    language: 'en-US',
    sex: 'male',
    encoding: 'ascii',
  },
  { name: /^lp_/, language: 'it-IT', sex: 'female', encoding: 'iso-8859-1' },
  { name: /^pc_/, language: 'it-IT', sex: 'male', encoding: 'iso-8859-1' },
  { name: /^czech_dita/, language: 'cs-CZ', sex: 'female', encoding: 'iso-8859-2' },
  { name: /^czech_/, language: 'cs-CZ', sex: 'male', encoding: 'iso-8859-2' },
  { name: /^el_/, language: 'es-ES', sex: 'male', encoding: 'iso-8859-1' },
  { name: /^msu_ru_/, language: 'ru-RU', sex: 'male', encoding: 'utf-8' },
  { name: /^hindi_/i, language: 'hi-IN', sex: 'male', encoding: 'utf-8' },
];

interface FestivalVoice extends SpeechVoice {
  language: string;
  encoding: NarrowEncoding | 'utf-8';
}

/** Where its programs are; by default `FESTIVAL_PATH` and `TEXT2WAVE_PATH`, or else on the path. */
export interface FestivalPaths {
  festival?: string;
  text2wave?: string;
}

/**
 * The program festival, with the voices that are installed for it.
 * @throws expected `engines:festival.missing`, `engines:festival.no-voices` (503)
 */
export async function festivalSpeech(ctx: SpeechContext, paths: FestivalPaths = {}): Promise<Opened<'speech'>> {
  const festival = paths.festival ?? (process.env['FESTIVAL_PATH'] || 'festival');
  const text2wave = paths.text2wave ?? (process.env['TEXT2WAVE_PATH'] || 'text2wave');
  const run = (program: string, args: readonly string[], signal?: AbortSignal): Promise<string> =>
    runProgram(program, args, { missing: 'engines:festival.missing', ...(signal === undefined ? {} : { signal }) });
  const [listed, about] = [
    await run(festival, ['--batch', '(print (voice.list))']),
    await run(festival, ['--version']),
  ];
  const voices = voicesIn(listed);
  if (voices.length === 0) fail('engines:festival.no-voices', {}, { kind: 'unavailable', cause: new Error(listed) });

  return connectedSpeech(ctx, {
    version: ['festival', /System:\s*(\S+)/.exec(about)?.[1] ?? '', voices.map(({ id }) => id)].join(' '),
    pace: { atOnce: AT_ONCE, perMinute: 0 },
    languages: [...new Set(voices.map(({ language }) => language))],
    mostLetters: MOST_LETTERS,
    speeds: { least: 0.5, most: 2 },
    isRobotic: true,
    voices: async (language) =>
      voices.filter((voice) => voice.language === language).map(({ id, name, sex }) => ({ id, name, sex })),
    ask({ text, voice, speed }, signal) {
      const { id = '', encoding = 'ascii' } = voices.find((each) => each.id === voice) ?? {};
      const stretch = `(Parameter.set 'Duration_Stretch ${(1 / speed).toFixed(3)})`;
      return spokenFile(ctx, encoding === 'utf-8' ? text : narrowText(text, encoding), (files) =>
        run(text2wave, ['-eval', `(begin (voice_${id}) ${stretch})`, '-o', files.sound, files.text], signal),
      );
    },
  });
}

/** The voices in a list as Scheme prints it, those that we know how to use. */
function voicesIn(listed: string): FestivalVoice[] {
  const ids = /\(([\w\s-]*)\)/.exec(listed)?.[1]?.split(/\s+/) ?? [];
  const found = ids.flatMap((id): FestivalVoice[] => {
    const known = KNOWN.find(({ name }) => name.test(id));
    return known === undefined
      ? []
      : [{ id, name: id, sex: known.sex, language: known.language, encoding: known.encoding }];
  });
  return found.toSorted((one, other) => one.id.localeCompare(other.id));
}
