import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { SpreadsheetFormat } from '#core/contract/spreadsheet.ts';

import { csvBytes } from './csv-bytes.ts';
import type { Sheet } from './sheet.ts';
import { xlsxBytes } from './xlsx-bytes.ts';

/** MIME types of spreadsheets. */
export const SPREADSHEET_TYPES: Readonly<Record<SpreadsheetFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
};

const BYTES = { csv: csvBytes, xlsx: xlsxBytes } as const;

/**
 * Writes a table to a new file, part by part.
 * @param path of the file, which must not exist; what was written of it stays when writing fails
 * @throws expected `core:spreadsheet.too-long` for more rows than Excel opens, and what reading the rows throws
 */
export async function writeSpreadsheet(
  path: string,
  format: SpreadsheetFormat,
  sheet: Sheet,
  { signal }: { signal?: AbortSignal } = {},
): Promise<void> {
  try {
    await pipeline(Readable.from(BYTES[format](sheet)), createWriteStream(path, { flags: 'wx' }), { signal });
  } catch (error) {
    // What breaks because of that is no fault of its own.
    signal?.throwIfAborted();
    throw error;
  }
}
