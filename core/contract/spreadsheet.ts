/** Formats of spreadsheets, which are the endings of their files, too. */
export const SPREADSHEET_FORMATS = ['xlsx', 'csv'] as const;
/** One of {@link SPREADSHEET_FORMATS}. */
export type SpreadsheetFormat = (typeof SPREADSHEET_FORMATS)[number];

/** Tells Excel that the file is UTF-8. */
export const CSV_START = '\u{FEFF}';

/** Spreadsheets take text that begins like this for a formula, even when somebody else wrote it. */
const FORMULA = /^[\s"']*[=+\-@＝＋－＠|%]|^[\t\r\n]/u;

/** Whether spreadsheets may take a text for a formula. */
export function looksLikeFormula(text: string): boolean {
  return FORMULA.test(text);
}

/** One line of a CSV file. Text never becomes a formula; numbers stay numbers. */
export function csvLine(cells: ReadonlyArray<string | number | null>): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  const text = looksLikeFormula(value) ? `'${value}` : value;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
