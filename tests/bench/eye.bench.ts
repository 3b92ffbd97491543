import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { TextCue } from '#core/contract/text-cue.ts';
import { childrenOf } from '#tests/fixtures/children-of.ts';
import { drawTexts, type DrawnText } from '#tests/fixtures/eye/drawn-text.ts';
import { openEye, sourceOf } from '#tests/fixtures/eye/open-eye.ts';
import { peakOf } from '#tests/fixtures/peak-of.ts';

import { reportBench } from './bench-report.ts';
import { caseTexts, footage, hasRealFootage, SECONDS } from './eye-case.ts';

// Reading the text of a whole video: how long it takes, how many letters are wrong, how exact the times are.

const [MOST_SECONDS, MOST_WRONG, MOST_OFF, MOST_MEGABYTES] = [20, 1, 0.1, 700];
const SIZES = [
  { name: '1080p', width: 1920, height: 1080 },
  { name: '1080p upright', width: 1080, height: 1920 },
] as const;

const folder = await mkdtemp(join(tmpdir(), 'reelport-eye-bench-'));
try {
  await measure();
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const cases = [];
  for (const { name, width, height } of SIZES) {
    const path = join(folder, `${width}.mp4`);
    const texts = caseTexts(width, height);
    await drawTexts(path, { width, height, seconds: SECONDS, texts, ...footage(width, height) });
    cases.push({ name, texts, ...(await readOnce(path, join(folder, `cache-${width}`))) });
  }
  const judged = cases.map(({ name, texts, cues, seconds, megabytes }) => ({
    name,
    seconds,
    megabytes,
    ...judge(texts, cues),
  }));
  const all = judged.flatMap(({ edges }) => edges);
  const wrong = (language: 'zh' | 'en') => {
    const some = judged.map((one) => one[language]);
    return (
      (100 * some.reduce((sum, { wrong }) => sum + wrong, 0)) / some.reduce((sum, { letters }) => sum + letters, 0)
    );
  };
  reportBench({
    name: 'eye',
    title: 'Text in videos',
    columns: [
      '',
      'seconds',
      'texts',
      'not found',
      'found besides',
      'letters wrong',
      'times off at most',
      'memory of a process',
    ],
    rows: judged.map(({ name, seconds, megabytes, zh, en, missing, besides, edges, count }) => [
      ...[name, `${seconds.toFixed(1)} s`, count, missing.length, besides.length],
      `${zh.wrong + en.wrong} of ${zh.letters + en.letters}`,
      ...[`${Math.max(...edges).toFixed(3)} s`, `${Math.round(megabytes)} MB`],
    ]),
    notes: [
      `${SECONDS} seconds at 30 frames a second, subtitles in Chinese and English without a pause, titles, and a text that moves; ${
        hasRealFootage()
          ? 'over real footage cut together'
          : 'over a drawn pattern: no real clips lie beside this checkout'
      }.`,
      ...judged.flatMap(({ name, missing }) =>
        missing.length === 0 ? [] : [`Not found in ${name}: ${missing.join('; ')}.`],
      ),
      ...judged.flatMap(({ name, besides }) =>
        besides.length === 0 ? [] : [`Found besides in ${name}: ${besides.join('; ')}.`],
      ),
    ],
    limits: [
      {
        what: `text of ${SECONDS} s of 1080p`,
        unit: 's',
        rounds: judged.map(({ seconds }) => seconds),
        by: 'most',
        atMost: MOST_SECONDS,
      },
      { what: 'Chinese letters wrong', unit: '%', rounds: [wrong('zh')], atMost: MOST_WRONG },
      { what: 'English letters wrong', unit: '%', rounds: [wrong('en')], atMost: MOST_WRONG },
      { what: 'times of texts off', unit: 's', rounds: [Math.max(...all)], atMost: MOST_OFF },
      {
        what: 'memory of a process that reads',
        unit: 'MB',
        rounds: judged.map(({ megabytes }) => megabytes),
        by: 'most',
        atMost: MOST_MEGABYTES,
      },
    ],
  });
}

async function readOnce(path: string, cache: string) {
  const opened = await openEye(cache);
  const source = await sourceOf(path);
  let megabytes = 0;
  const watch = setInterval(
    () => (megabytes = Math.max(megabytes, ...childrenOf(process.pid, /plugins\/eye/).map(peakOf))),
    100,
  );
  try {
    const began = performance.now();
    const { cues } = await opened.eye.readVideo(source, { language: 'zh-CN' });
    return { cues, seconds: (performance.now() - began) / 1000, megabytes };
  } finally {
    clearInterval(watch);
    await opened.close();
  }
}

/** What was read against what was drawn. A letter is a sign of Chinese, or a letter or digit; spaces do not count. */
function judge(texts: readonly DrawnText[], cues: readonly TextCue[]) {
  const rest = [...cues];
  const tally = { zh: { letters: 0, wrong: 0 }, en: { letters: 0, wrong: 0 } };
  const [missing, edges]: [string[], number[]] = [[], []];
  for (const drawn of texts) {
    const wanted = lettersOf(drawn.text);
    const found = rest
      .filter((cue) => Math.min(cue.to, drawn.to) - Math.max(cue.from, drawn.from) > (drawn.to - drawn.from) / 2)
      .map((cue) => ({ cue, wrong: distance(wanted, lettersOf(cue.text)) }))
      .toSorted((a, b) => a.wrong - b.wrong)[0];
    const language = /\p{Script=Han}/u.test(drawn.text) ? tally.zh : tally.en;
    language.letters += wanted.length;
    language.wrong += Math.min(wanted.length, found?.wrong ?? wanted.length);
    if (found === undefined || found.wrong > wanted.length / 2) {
      missing.push(drawn.text);
      continue;
    }
    rest.splice(rest.indexOf(found.cue), 1);
    edges.push(Math.abs(found.cue.from - drawn.from), Math.abs(found.cue.to - drawn.to));
  }
  const besides = rest.map(({ text, from, to }) => `${text} (${from.toFixed(1)} to ${to.toFixed(1)})`);
  return { ...tally, missing, edges, besides, count: texts.length };
}

function lettersOf(text: string): string[] {
  return [...text.replaceAll(/[\s\p{P}]/gu, '').toLowerCase()];
}

/** How many letters have to be changed, added or left out. */
function distance(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, letter] of a.entries()) {
    const next = [i + 1];
    for (const [j, other] of b.entries()) {
      next.push(Math.min((row[j] ?? 0) + (letter === other ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
