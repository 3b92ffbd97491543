import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import type { SpeechSpan } from '#core/contract/speech.ts';
import { defineOperation } from '#core/server/services/media/operation.ts';
import { readMaterial } from '#core/server/services/media/operations/material.ts';
import { hearSound } from '#core/server/services/media/speech/hear-sound.ts';
import { readSpeech } from '#core/server/services/media/speech/speech-node.ts';

import type { AlignedWord } from '../api.ts';
import { readJapanese } from '../japanese/read-japanese.ts';

const FILE = 'words.json';
/** Megabytes that aligning takes; an hour takes half of it. */
const MEGABYTES = 700;
/** The share of the work that decoding is. */
const DECODING = 0.4;
/** Seconds of speech at the least that reach into a stretch from before or behind. */
const SHORTEST = 0.15;

const wordsSchema = z.array(z.object({ at: z.int(), letters: z.int(), start: z.number(), end: z.number() }));

/** Aligns a text. Its inputs are the nodes of the material’s inspection and speech; its source is the material. */
export const ALIGN = defineOperation({
  ...{ name: 'engines.align', version: 2 },
  params: z.strictObject({ text: z.string(), voice: z.string(), start: z.number(), seconds: z.number() }),
  cost: ({ seconds }) => 0.5 + seconds * 0.06,
  async build({ runner, inputs: [inspected, heard], sources: [source], folder, signal, progress }, params) {
    if (source === undefined || inspected === undefined || heard === undefined) {
      throw new TypeError('engines.align: takes one source, and the nodes of its inspection and its speech');
    }
    const { text, voice, start, seconds } = params;
    const material = await readMaterial(inspected, source.name, { minSeconds: 0 });
    const speech = within(await readSpeech(heard), start, seconds);
    const said = voice === 'ja' ? await japanese(text) : null;
    const told = await hearSound({
      ...{ runner, source, material, folder, signal, megabytes: MEGABYTES, stretch: { start, seconds } },
      ...{
        tool: 'espeak-ng',
        program: new URL('./program.ts', import.meta.url),
        task: { text: said?.text ?? text, voice, speech },
      },
      progress: (share) => progress(DECODING * share),
    });
    const found = wordsSchema.parse(told ?? []);
    const words = (said?.wordsOf(found) ?? found).map((word): AlignedWord => ({
      ...word,
      start: word.start + start,
      end: word.end + start,
    }));
    await writeFile(join(folder, FILE), JSON.stringify(words));
  },
});

/** Reads the output of {@link ALIGN}. */
export async function readAligned(folder: string): Promise<AlignedWord[]> {
  return wordsSchema.parse(JSON.parse(await readFile(join(folder, FILE), 'utf8')));
}

/** What is said in a stretch, from its beginning on. */
function within(speech: readonly SpeechSpan[], start: number, seconds: number): SpeechSpan[] {
  return speech
    .map((span) => ({ start: Math.max(0, span.start - start), end: Math.min(seconds, span.end - start) }))
    .filter((span) => span.end - span.start > SHORTEST);
}

/** A Japanese text in kana, and what to make of the words that were found in those: words of the text. */
async function japanese(text: string): Promise<{ text: string; wordsOf(found: AlignedWord[]): AlignedWord[] }> {
  const { kana, from, to } = await readJapanese(text);
  return {
    // What nobody can read is passed over.
    text: kana.map((letter) => (/\p{Script=Han}/u.test(letter) ? ' ' : letter)).join(''),
    wordsOf(found) {
      const words: AlignedWord[] = [];
      let last = 0;
      for (const word of found) {
        const start = from[word.at] ?? 0;
        const end = to[word.at + word.letters - 1] ?? 0;
        const before = words.at(-1);
        if (start < last && before !== undefined) {
          // The voice says a number in pieces, and tells of each later one as if it reached into the next word.
          before.end = word.end;
        } else if (start < end) {
          words.push({ ...word, at: start, letters: end - start });
          last = end;
        }
      }
      return words;
    },
  };
}
