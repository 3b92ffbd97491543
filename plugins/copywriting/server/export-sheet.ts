import { cueRows } from '#core/contract/timed-text/rows.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import { xlsxBytes } from '#core/server/ground/spreadsheets/xlsx-bytes.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { readText } from './own-texts.ts';

/** A text as a workbook of Excel. @throws expected `copywriting:missing` (404) */
export async function exportSheet(
  ctx: Pick<ServerContext, 'db'>,
  own: { accountId: string; id: string },
  language: MessageLanguage,
): Promise<{ base64: string }> {
  const { name, cues } = await readText(ctx, own, language);
  const title = (column: 'number' | 'start' | 'end' | 'speaker' | 'text') =>
    translate(language, `copywriting:column.${column}`);
  const columns = [
    { title: title('number'), width: 6 },
    { title: title('start'), width: 14 },
    { title: title('end'), width: 14 },
    { title: title('speaker'), width: 14 },
    { title: title('text'), width: 60 },
  ];
  const pieces: Uint8Array[] = [];
  for await (const piece of xlsxBytes({ name, columns, zone: 'UTC', rows: rowsOf(cueRows(cues)) })) pieces.push(piece);
  return { base64: Buffer.concat(pieces).toString('base64') };
}

async function* rowsOf<T>(rows: T): AsyncGenerator<T> {
  yield rows;
}
