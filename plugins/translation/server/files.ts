import type { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import { fitsVideo } from '#core/contract/timed-text/fits-video.ts';
import { EARLIEST_MILLISECONDS } from '#core/contract/timed-text/reading.ts';
import { writeTimestamp } from '#core/contract/timed-text/timestamp.ts';
import { tidyText } from '#core/contract/timed-text/tidy-text.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import { xlsxBytes } from '#core/server/ground/spreadsheets/xlsx-bytes.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import type * as calls from '../calls.ts';
import { findLanguage, keepText, presentLine, translatedLines, type OfLanguage } from './lines.ts';
import { tell } from './project-rows.ts';
import type { LineRow } from './tables.ts';

type Cue = z.output<typeof calls.importLanguage.body>['cues'][number];

/**
 * Takes translations from subtitles: each line the one that is shown with it. Accepted lines stay.
 * @throws expected `translation:missing` (404), `translation:duration` and `translation:early` (422)
 */
export async function importLanguage(
  ctx: ServerContext,
  own: OfLanguage,
  { cues }: z.output<typeof calls.importLanguage.body>,
): Promise<{ taken: number; left: number }> {
  return await ctx.db.transaction(async (tx) => {
    const { seconds } = await findLanguage(tx, own);
    const lines = await translatedLines(tx, own);
    if (!fitsVideo(cues, seconds)) fail('translation:duration', {}, { kind: 'invalid' });
    if (cues.some(({ start }) => start <= EARLIEST_MILLISECONDS)) fail('translation:early', {}, { kind: 'invalid' });
    let taken = 0;
    for (const { line, text } of lines) {
      const words = tidyText(wordsAt(line, cues));
      if (text?.state === 'done' || words.trim() === '') continue;
      await keepText(
        tx,
        { ...own, cue: line.cue },
        {
          ...{ text: words, source: line.text, state: 'drafted', origin: 'file', score: null },
          ...{ revision: text?.revision ?? 0, updatedAt: ctx.clock.now() },
        },
      );
      taken += 1;
    }
    if (taken > 0) await tell(ctx, tx, own);
    return { taken, left: lines.length - taken };
  });
}

/** What is said while a line is shown, by cues that share at least half of the shorter one's time. */
function wordsAt({ start, end }: LineRow, cues: readonly Cue[]): string {
  return cues
    .filter((cue) => {
      const shared = Math.min(end, cue.end) - Math.max(start, cue.start);
      return shared > 0 && shared * 2 >= Math.min(end - start, cue.end - cue.start);
    })
    .map(({ text }) => text)
    .join('\n');
}

/** A language as a workbook of Excel. @throws expected `translation:missing` (404) */
export async function exportSheet(
  { db }: Pick<ServerContext, 'db'>,
  own: OfLanguage,
  language: MessageLanguage,
): Promise<{ base64: string }> {
  const { name } = await findLanguage(db, own);
  const lines = (await translatedLines(db, own)).map((each) => presentLine(each, String));
  const column = (key: 'number' | 'start' | 'end' | 'source' | 'text' | 'state', width: number) => ({
    ...{ title: translate(language, `translation:sheet.${key}`), width },
  });
  const columns = [
    ...[column('number', 6), column('start', 14), column('end', 14)],
    ...[column('source', 50), column('text', 50), column('state', 12)],
  ];
  const rows = lines.map(({ start, end, source, text, state }, at) => [
    ...[at + 1, writeTimestamp(start), writeTimestamp(end), source, text],
    translate(language, `translation:line.${state}`),
  ]);
  const pieces: Uint8Array[] = [];
  for await (const piece of xlsxBytes({ name, columns, zone: 'UTC', rows: once(rows) })) pieces.push(piece);
  return { base64: Buffer.concat(pieces).toString('base64') };
}

async function* once<T>(rows: T): AsyncGenerator<T> {
  yield rows;
}
