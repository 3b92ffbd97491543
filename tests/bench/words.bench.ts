import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createMedia } from '#core/server/services/media/create-media.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { hearSpeech } from '#core/server/services/media/speech/speech-node.ts';
import { createAligner } from '#plugins/engines/server/aligner/aligner.ts';
import { ALIGN } from '#plugins/engines/server/aligner/operation.ts';
import { drawTexts } from '#tests/fixtures/eye/drawn-text.ts';
import { openEye, sourceOf } from '#tests/fixtures/eye/open-eye.ts';
import { music, RATE, wavOf } from '#tests/fixtures/words/pcm.ts';
import { READ_ALOUD, READ_ALOUD_FOLDER } from '#tests/fixtures/words/read-aloud.ts';
import { errorsOf, judgeSpans, saySentences, sayWords, under } from '#tests/fixtures/words/spoken-sound.ts';

import { reportBench } from './bench-report.ts';
import { caseTexts, footage, SECONDS } from './eye-case.ts';
import { judge } from './judge-texts.ts';
import { SAID, UNDER, VOICES } from './words-case.ts';

// How exactly words of a known text are found in a recording, how much of what is said is heard, and how many letters of
// subtitles are read wrong.

const [MOST_OFF, NEAR, LEAST_NEAR, LEAST_HEARD, MOST_BESIDES, MOST_WRONG] = [40, 200, 80, 97, 3, 1];
/** Two languages, to try this out: figures of no account. */
const isTrial = process.env['REELPORT_BENCH_SAMPLE'] !== undefined;
/** Seconds of pauses between sentences. */
const PAUSES = [1, 0.6, 1.5, 0.8];

const folder = await mkdtemp(join(tmpdir(), 'reelport-words-bench-'));
const media = await createMedia({ folder: join(folder, 'cache') });
media.operations.add([ALIGN as never]);
try {
  await measure();
} finally {
  await media.close();
  await rm(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const aligned: { language: string; errors: number[] }[] = [];
  const heard: { found: number; besides: number; seconds: number }[] = [];
  for (const [number, [language, sentences]] of Object.entries(SAID)
    .slice(0, isTrial ? 2 : undefined)
    .entries()) {
    const errors: number[] = [];
    for (const [at, voice] of VOICES.entries()) {
      const decibels = UNDER[(at + number) % UNDER.length] ?? null;
      const text = sentences.join(' ');
      const words = sayWords(text, { language, ...voice });
      const recorded = await videoOf(`${language}-words-${at}`, over(words, decibels));
      const found = await createAligner({ media }).align(recorded, { text, language });
      errors.push(...errorsOf(words.words, found));
      const pauses = PAUSES.map((_, place) => PAUSES[(place + at) % PAUSES.length] ?? 1);
      const said = saySentences(sentences, pauses, { language, ...voice });
      const spans = await hearSpeech(media, await videoOf(`${language}-spans-${at}`, over(said, decibels)));
      heard.push({ ...judgeSpans(said.spans, spans), seconds: said.samples.length / RATE });
    }
    aligned.push({ language, errors });
  }
  const read = await alignReadAloud();
  const wrong = await readSubtitles();
  const all = aligned.flatMap(({ errors }) => errors);
  const mean = (pick: 'found' | 'besides') => heard.reduce((sum, each) => sum + each[pick], 0) / heard.length;
  reportBench({
    ...{ name: 'words', isTrial },
    title: 'When words are said',
    columns: ['language', 'words', 'off by', 'of 80 % at most', `off by ${NEAR} ms at most`],
    rows: [...aligned, ...(read === null ? [] : [{ language: 'English, read by a person', errors: read }])].map(
      ({ language, errors }) => [
        ...[language, errors.length, `${milliseconds(errors, 0.5)} ms`, `${milliseconds(errors, 0.8)} ms`],
        `${nearOf(errors).toFixed(1)} %`,
      ],
    ),
    notes: [
      'Said by espeak-ng in other voices and at other paces than the one that is compared with, two thirds of it over music, 8 and 12 dB quieter; what espeak-ng tells of its own words is the truth.',
      ...(read === null
        ? ['No recording of a person was aligned: the package pocketsphinx-testdata is not installed.']
        : [
            'What a person reads are the five sentences of LibriVox in Debian’s pocketsphinx-testdata; held against where pocketsphinx finds their words, which is no truth, but another way to find them.',
          ]),
      `Speech is heard in ${Math.round(heard.reduce((sum, { seconds }) => sum + seconds, 0))} seconds of the same voices with pauses of 0.6 to 1.5 seconds, with and without music; a pause at a comma counts as not found.`,
      `Subtitles are those of ${SECONDS} seconds of upright video, in Chinese and English.`,
    ],
    limits: [
      { what: 'words off, the median', unit: 'ms', rounds: [milliseconds(all, 0.5)], atMost: MOST_OFF },
      { what: `words off by ${NEAR} ms at most`, unit: '%', rounds: [nearOf(all)], atLeast: LEAST_NEAR },
      ...(read === null
        ? []
        : [
            {
              what: 'words read by a person off, the median',
              unit: 'ms',
              rounds: [milliseconds(read, 0.5)],
              atMost: MOST_OFF,
            },
            {
              what: `words read by a person off by ${NEAR} ms at most`,
              unit: '%',
              rounds: [nearOf(read)],
              atLeast: LEAST_NEAR,
            },
          ]),
      { what: 'speech that is heard', unit: '%', rounds: [mean('found')], atLeast: LEAST_HEARD },
      { what: 'what is taken for speech and is none', unit: '%', rounds: [mean('besides')], atMost: MOST_BESIDES },
      { what: 'Chinese letters of subtitles wrong', unit: '%', rounds: [wrong.zh], atMost: MOST_WRONG },
      { what: 'English letters of subtitles wrong', unit: '%', rounds: [wrong.en], atMost: MOST_WRONG },
    ],
  });
}

/** How far words are found from where they are in recordings of a person; null where there are none. */
async function alignReadAloud(): Promise<number[] | null> {
  if (!existsSync(READ_ALOUD_FOLDER)) return null;
  const errors: number[] = [];
  for (const [name, words] of Object.entries(READ_ALOUD)) {
    const text = words.map(([word]) => word).join(' ');
    let at = 0;
    const truth = words.map(([word, start]) => {
      const place = { at, start };
      at += word.length + 1;
      return place;
    });
    const recorded = await videoFrom(name, join(READ_ALOUD_FOLDER, name));
    errors.push(...errorsOf(truth, await createAligner({ media }).align(recorded, { text, language: 'en-US' })));
  }
  return errors;
}

/** Letters of rendered subtitles that are read wrong, in per cent. */
async function readSubtitles(): Promise<{ zh: number; en: number }> {
  const [width, height] = [720, 1280];
  const path = join(folder, 'subtitles.mp4');
  const texts = caseTexts(width, height);
  await drawTexts(path, { width, height, seconds: SECONDS, texts, ...footage(width, height) });
  const opened = await openEye(join(folder, 'eye'));
  try {
    const { cues } = await opened.eye.readVideo(await sourceOf(path), { language: 'zh-CN' });
    const { zh, en } = judge(texts, cues);
    return { zh: (100 * zh.wrong) / zh.letters, en: (100 * en.wrong) / en.letters };
  } finally {
    await opened.close();
  }
}

function over(said: Parameters<typeof under>[0], decibels: number | null): Float32Array {
  return decibels === null ? said.samples : under(said, music(said.samples.length, 7), decibels).samples;
}

async function videoOf(name: string, samples: Float32Array): Promise<NodeSource> {
  const wav = join(folder, `${name}.wav`);
  await writeFile(wav, wavOf(samples));
  return await videoFrom(name, wav);
}

async function videoFrom(name: string, wav: string): Promise<NodeSource> {
  const path = join(folder, `${name}.mp4`);
  const picture = ['-f', 'lavfi', '-i', 'color=s=64x64:r=10', '-i', `file:${wav}`, '-shortest'];
  const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac', '-b:a', '96k', `file:${path}`];
  await media.runner.ffmpeg({ cwd: folder, args: ['-y', ...picture, ...coded] });
  return await sourceOf(path);
}

function nearOf(errors: readonly number[]): number {
  return (100 * errors.filter((error) => error * 1000 <= NEAR).length) / errors.length;
}

/** The error that so many do not exceed. */
function milliseconds(errors: readonly number[], share: number): number {
  const sorted = errors.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? Infinity) * 1000);
}
