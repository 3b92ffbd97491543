import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { LANGUAGES } from '#core/contract/languages.ts';
import { createMedia } from '#core/server/services/media/create-media.ts';
import { DUB_RULES } from '#plugins/translation/dub-plan.ts';
import { SHOP_SENTENCES } from '#tests/fixtures/translation/shop-sentences.ts';
import { buildDubbing, heardOff } from '#tests/integration/translation/heard-dub.ts';

import { reportBench } from './bench-report.ts';

// A dub in every language that the built-in voice speaks: where each line is heard in the finished file, by an ear that
// knows nothing of the plan, and whether any is hurried, overlaps the next, or is spoken although it does not fit.

/** Two languages, to try this out: figures of no account. */
const isTrial = process.env['REELPORT_BENCH_SAMPLE'] !== undefined;
/** Milliseconds around which a line that does not fit would be heard. */
const [SILENT_FROM, SILENT_UNTIL] = [7_100, 8_500];

const folder = await mkdtemp(join(tmpdir(), 'reelport-dubs-bench-'));
const media = await createMedia({ folder: join(folder, 'cache') });
try {
  await measure();
} finally {
  await media.close();
  await rm(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const dub = await buildDubbing(media, folder);
  const rows: { name: string; off: number[]; drift: number[]; factor: number; faults: number }[] = [];
  for (const [language, texts] of Object.entries(SHOP_SENTENCES).slice(0, isTrial ? 2 : undefined)) {
    const made = await dub(language, texts);
    const spoken = made.report.filter(({ fault }) => fault === null);
    const late = spoken.filter(({ start, takes, until }) => start + takes > until).length;
    const besides = made.heard.filter(({ start, end }) => end > SILENT_FROM && start < SILENT_UNTIL).length;
    const isLeftOut = made.report.at(-1)?.fault === 'long';
    rows.push({
      name: LANGUAGES.find(({ tag }) => tag === language)?.en ?? language,
      off: spoken.map((line) => heardOff(line, made)),
      drift: spoken.map(({ drift }) => Math.abs(drift ?? Infinity)),
      factor: Math.max(...spoken.map(({ factor }) => factor)),
      faults: late + (isLeftOut ? besides : 0),
    });
  }
  const most = (pick: (row: (typeof rows)[number]) => readonly number[]) => Math.max(...rows.flatMap(pick));
  reportBench({
    ...{ name: 'dubs', isTrial },
    title: 'A dub in every language of the built-in voice',
    columns: ['language', 'lines spoken', 'heard beside their place', 'found in the sound beside it', 'pace'],
    rows: rows.map(({ name, off, drift, factor }) => [
      ...[name, off.length, `${Math.round(Math.max(...off))} ms`, `${Math.round(Math.max(...drift))} ms`],
      `${factor.toFixed(2)} ×`,
    ]),
    notes: [
      'Three lines of a shop video in each language: one that fits, one that needs the silence behind it or a faster voice, and one that is far too long, which is not spoken where it does not fit.',
      'Heard by the voice model that tells where somebody speaks, in the finished file; found by looking for the sound of the line in it.',
    ],
    limits: [
      { what: 'languages dubbed', unit: 'languages', rounds: [rows.length], atLeast: isTrial ? 2 : 27 },
      { what: 'a line heard beside its place', unit: 'ms', rounds: [most(({ off }) => off)], atMost: DUB_RULES.drift },
      {
        what: 'the pace of a line',
        unit: 'times',
        rounds: [most(({ factor }) => [factor])],
        atMost: DUB_RULES.fastest,
      },
      {
        ...{ what: 'lines that overlap or are spoken where they do not fit', unit: 'lines', atMost: 0 },
        rounds: [rows.reduce((sum, { faults }) => sum + faults, 0)],
      },
    ],
  });
}
