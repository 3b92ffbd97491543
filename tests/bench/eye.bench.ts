import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { childrenOf } from '#tests/fixtures/children-of.ts';
import { drawTexts } from '#tests/fixtures/eye/drawn-text.ts';
import { openEye, sourceOf } from '#tests/fixtures/eye/open-eye.ts';
import { peakOf } from '#tests/fixtures/peak-of.ts';

import { reportBench } from './bench-report.ts';
import { judge } from './judge-texts.ts';
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
