/** Tells Excel that the file is UTF-8. */
export const CSV_START = '\u{FEFF}';

/** Spreadsheets take what begins so for a formula, also where it came from somebody else. */
const FORMULA = /^[\s"']*[=+\-@＝＋－＠|%]|^[\t\r\n]/u;

/** One line of a file of comma-separated values. Text never becomes a formula, numbers stay numbers. */
export function csvLine(cells: ReadonlyArray<string | number | null>): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
