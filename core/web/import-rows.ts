import { CSV_START, csvLine, looksLikeFormula } from '../contract/spreadsheet.ts';

/** What is read of a spreadsheet: a field, and what the head of its column may say. */
export interface ImportColumn<Field extends string> {
  field: Field;
  /** Small letters and digits alone, as other programs write it, too. */
  heads: readonly string[];
  /** Whether every spreadsheet has to have it. */
  isNeeded: boolean;
}

/** A row of a spreadsheet as it is written there; `row` as the spreadsheet counts it, from 1. */
export type ReadRow<Field extends string> = { row: number } & Record<Field, string>;

/**
 * Finds the columns by the first row that is not empty, and reads the rows below it.
 * @returns the rows, or the needed columns that the first row does not name
 */
export function readImportRows<Field extends string>(
  table: readonly (readonly string[])[],
  columns: readonly ImportColumn<Field>[],
): { rows: ReadRow<Field>[]; missing: Field[] } {
  const isEmpty = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');
  const head = table.findIndex((cells) => !isEmpty(cells));
  const names = (table[head] ?? []).map((cell) => cell.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''));
  const found = columns.map((column) => ({ ...column, at: names.findIndex((name) => column.heads.includes(name)) }));
  const missing = found.flatMap(({ field, at, isNeeded }) => (isNeeded && at === -1 ? [field] : []));
  if (missing.length > 0) return { rows: [], missing };
  const rows = table.flatMap((cells, index) => {
    if (index <= head || isEmpty(cells)) return [];
    const read = found.map(({ field, at }) => [field, unguarded((cells[at] ?? '').trim())]);
    return [{ row: index + 1, ...(Object.fromEntries(read) as Record<Field, string>) }];
  });
  return { rows, missing };
}

/** Exports write a quote before what a spreadsheet would take for a formula. */
const unguarded = (text: string): string =>
  text.startsWith("'") && looksLikeFormula(text.slice(1)) ? text.slice(1) : text;

/** A file with the heads of the columns and one row as an example, for Excel. */
export function importTemplate(heads: readonly string[], example: readonly string[]): Blob {
  return new Blob([CSV_START, csvLine(heads), csvLine(example)], { type: 'text/csv' });
}
