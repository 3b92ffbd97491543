import { CSV_START, csvLine } from '#core/contract/spreadsheet.ts';

import { wallClock, type Sheet } from './sheet.ts';

/** A sheet as CSV that Excel reads as UTF-8. Moments are written as `2026-11-26 09:00:05`. */
export async function* csvBytes({ columns, zone, rows }: Sheet): AsyncGenerator<Uint8Array, void> {
  const clock = wallClock(zone);
  const told = (moment: Date) => new Date(clock(moment)).toISOString().slice(0, 19).replace('T', ' ');
  yield Buffer.from(CSV_START + csvLine(columns.map(({ title }) => title)));
  for await (const part of rows) {
    const lines = part.map((row) => csvLine(row.map((cell) => (cell instanceof Date ? told(cell) : cell))));
    yield Buffer.from(lines.join(''));
  }
}
