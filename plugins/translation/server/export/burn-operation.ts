import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { cutFactsSchema, type CutFacts } from '#core/contract/cut-facts.ts';
import { UNCHANGED } from '#core/contract/reframe.ts';
import { slowStretchSchema } from '#core/contract/slow-stretches.ts';
import { CUT_FILES, exactCut } from '#core/server/services/media/cut/exact-cut.ts';
import { inspectMaterial } from '#core/server/services/media/inspect-material.ts';
import { defineOperation } from '#core/server/services/media/operation.ts';
import { subtitleStyleSchema } from '#plugins/translation/subtitle-style.ts';

import { inSeconds } from '../dubbing/slow-seconds.ts';
import { burnChange } from './burn-change.ts';
import { subtitleCueSchema } from './subtitle-cue.ts';

/** CPU seconds that a second takes where a subtitle is shown. */
const COST_OF_SECOND = 0.7;

/** What is drawn. */
const burnParamsSchema = z.strictObject({
  /** In messages. */
  name: z.string(),
  cues: z.array(subtitleCueSchema),
  /** Where the video is shown slower, in its milliseconds as those of the lines; absent where it is not. */
  slower: z.array(slowStretchSchema).optional(),
  language: z.string(),
  second: z.string().nullable(),
  style: subtitleStyleSchema,
  /** The version of the looks that `style` names. */
  looks: z.int(),
});

/** Goes up with every change of what a look is, or of how it is drawn. */
export const LOOKS = 1;

/** Burns subtitles into what {@link baseOperation} has made, its input: its output are the files of a cut. */
export const burnOperation = defineOperation({
  ...{ name: 'translation.burn', version: 1, params: burnParamsSchema },
  cost: ({ cues, slower = [] }) => {
    const shown = cues.reduce((sum, { start, end }) => sum + end - start, 0);
    return 1 + ((shown + slower.reduce((sum, { from, to }) => sum + to - from, 0)) / 1000) * COST_OF_SECOND;
  },
  async build({ runner, inputs: [base], folder, signal, progress }, { name, cues, slower, language, second, style }) {
    if (base === undefined) throw new TypeError('translation.burn: takes a video with its key frames');
    const path = join(base, CUT_FILES.video);
    const material = await inspectMaterial(runner, path, { minSeconds: 0, name }, signal);
    const facts = await exactCut(runner, {
      ...{ path, name, material, from: 0, to: null, reframe: UNCHANGED, folder, signal, onProgress: progress },
      change: (times, end) => ({
        ...burnChange(cues, { language, second, style }, { times, end }, folder),
        ...(slower === undefined ? {} : { slower: inSeconds(slower) }),
      }),
    });
    const before = cutFactsSchema.parse(JSON.parse(await readFile(join(base, CUT_FILES.facts), 'utf8')));
    await writeFile(join(folder, CUT_FILES.facts), JSON.stringify(sinceSource(facts, before)));
  },
});

/** What became of the video itself, of which what is between the lines was encoded before, too. */
function sinceSource(facts: CutFacts, before: CutFacts): CutFacts {
  const encoded = before.last - before.first - before.copied;
  return {
    ...facts,
    copied: Math.max(0, facts.copied - encoded),
    copiedFrom: before.copied === 0 ? null : facts.copiedFrom,
    picturesEncoded: facts.picturesEncoded ?? before.picturesEncoded,
    sound: before.sound === 'encoded' ? 'encoded' : facts.sound,
    soundEncoded: before.soundEncoded ?? facts.soundEncoded,
  };
}
