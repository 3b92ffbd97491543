import { z } from 'zod';

import { LANGUAGES } from '#core/contract/languages.ts';
import type { SpokenSegment, SpokenWords, Transcript } from '#core/server/services/providers/transcription.ts';

const moment = z.number().catch(0);
const word = z.object({ word: z.string(), start: moment, end: moment });
const segment = z.object({
  start: moment,
  end: moment,
  text: z.string(),
  words: z.array(word).nullish(),
  speaker: z.union([z.string(), z.number()]).nullish(),
});

/** Answers of OpenAI, speaches, whisper.cpp and others: words at the top or in segments, or no times at all. */
const answerSchema = z.object({
  text: z.string().nullish(),
  language: z.string().nullish(),
  segments: z.array(segment).nullish(),
  words: z.array(word).nullish(),
});

/** Tags of languages that Whisper names in English, or by codes that others do not use. */
const NAMES = new Map([
  ...LANGUAGES.map(({ tag, en }): [string, string] => [en.toLowerCase(), tag]),
  ...LANGUAGES.map(({ tag }): [string, string] => [tag.split('-')[0] ?? tag, tag]),
  ...([
    ['tl', 'fil-PH'],
    ['tagalog', 'fil-PH'],
    ['no', 'nb-NO'],
    ['mandarin', 'zh-CN'],
  ] as const),
]);

/** The code of a language as Whisper takes it. */
export function whisperCode(tag: string): string {
  const [code = ''] = tag.toLowerCase().split('-');
  return code === 'fil' ? 'tl' : code === 'nb' ? 'no' : code;
}

/**
 * Reads what a service has answered for a piece of a recording.
 * @param piece where it begins in the recording and how long it is, in seconds
 * @throws what zod throws
 */
export function readTranscript(json: unknown, piece: { start: number; seconds: number }): Transcript {
  const { text, language, segments, words } = answerSchema.parse(json);
  const within = (seconds: number): number => piece.start + Math.min(Math.max(0, seconds), piece.seconds);
  const timed = (each: z.output<typeof word>): SpokenWords => {
    const start = within(each.start);
    return { start, end: Math.max(start, within(each.end)), text: each.word };
  };
  const known = segments ?? [];
  const tag = NAMES.get((language ?? '').trim().toLowerCase()) ?? null;
  if (known.length === 0) {
    const said = (text ?? '').trim();
    const all = (words ?? []).map(timed);
    if (said === '' && all.length === 0) return { language: tag, segments: [] };
    const [first, last] = [all[0]?.start ?? within(0), all.at(-1)?.end ?? within(Infinity)];
    return { language: tag, segments: [{ start: first, end: last, text: said, speaker: null, words: all }] };
  }
  const left = [...(words ?? [])];
  const read = known.flatMap((each, at): SpokenSegment[] => {
    // Words at the top go with the segment in which their middle is; the last segment has the rest.
    const isLast = at === known.length - 1;
    let own = each.words ?? [];
    if (own.length === 0) {
      const count = isLast ? left.length : left.findIndex(({ start, end }) => (start + end) / 2 >= each.end);
      own = left.splice(0, count < 0 ? left.length : count);
    }
    const start = within(each.start);
    const end = Math.max(start, within(each.end));
    if (each.text.trim() === '' || end === start) return [];
    const speaker = each.speaker === null || each.speaker === undefined ? null : String(each.speaker);
    return [{ start, end, text: each.text.trim(), speaker, words: own.map(timed) }];
  });
  return { language: tag, segments: read };
}
