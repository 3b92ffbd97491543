import { strFromU8, unzip, type Unzipped } from 'fflate';

import { decodeText } from './decode-text.ts';

/** Bytes of a file, and of each part of a workbook once it is unpacked. */
const [MOST_BYTES, MOST_UNPACKED] = [10 * 1024 ** 2, 60 * 1024 ** 2];

/** What {@link readTable} cannot read: too large, or neither a workbook nor text. */
export class UnreadableTable extends Error {
  readonly reason: 'large' | 'form';

  constructor(reason: 'large' | 'form', options?: ErrorOptions) {
    super(`the table cannot be read: ${reason}`, options);
    this.name = 'UnreadableTable';
    this.reason = reason;
  }
}

/**
 * The cells of a spreadsheet, row by row, as text: the first sheet of an Excel workbook (.xlsx), or a CSV file in UTF-8,
 * UTF-16 or GBK with commas, semicolons or tabs. Rows keep their places, so that the row `at` of a workbook is
 * `rows[at - 1]`.
 * @throws UnreadableTable
 */
export async function readTable(file: Blob): Promise<string[][]> {
  if (file.size > MOST_BYTES) throw new UnreadableTable('large');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  return isZip ? await readWorkbook(bytes) : readCsv(decodeText(bytes));
}

/** The cells of a CSV file. Quoted cells may hold anything; the separator is the one that its first line has most of. */
function readCsv(text: string): string[][] {
  if (text.includes('\0')) throw new UnreadableTable('form');
  const [head = ''] = text.split(/\r\n|[\r\n]/, 1);
  const separator = [',', ';', '\t'].reduce((best, one) =>
    head.split(one).length > head.split(best).length ? one : best,
  );
  const cell = new RegExp(`("(?:[^"]|"")*"|[^${separator}\\r\\n]*)(${separator}|\\r\\n|[\\r\\n]|$)`, 'gy');
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, value = '', end = ''] of text.matchAll(cell)) {
    // After a line break at the very end there is one more match, of nothing.
    if (value === '' && end === '' && row.length === 0) break;
    row.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    if (end === separator) continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

async function readWorkbook(bytes: Uint8Array): Promise<string[][]> {
  const parts = await unpack(bytes);
  const xml = (path: string): Document | null => {
    const part = parts[path];
    if (part === undefined) return null;
    const document = new DOMParser().parseFromString(strFromU8(part), 'application/xml');
    if (document.querySelector('parsererror') !== null) throw new UnreadableTable('form');
    return document;
  };
  const sheet = xml(firstSheet(xml));
  if (sheet === null) throw new UnreadableTable('form');
  const shared = elements(xml('xl/sharedStrings.xml'), 'si').map(textOf);
  const rows: string[][] = [];
  for (const row of elements(sheet, 'row')) {
    const cells: string[] = [];
    for (const cell of elements(row, 'c')) {
      const at = columnOf(cell.getAttribute('r')) ?? cells.length;
      const value = elements(cell, 'v')[0]?.textContent ?? '';
      const type = cell.getAttribute('t');
      while (cells.length < at) cells.push('');
      cells[at] = type === 's' ? (shared[Number(value)] ?? '') : type === 'inlineStr' ? textOf(cell) : value;
    }
    const number = Number(row.getAttribute('r') ?? rows.length + 1);
    if (number > 1_048_576) throw new UnreadableTable('form');
    while (rows.length < number - 1) rows.push([]);
    rows[number - 1] = cells;
  }
  return rows;
}

function unpack(bytes: Uint8Array): Promise<Unzipped> {
  return new Promise((resolve, reject) => {
    const filter = ({ name, originalSize }: { name: string; originalSize: number }): boolean => {
      if (!/^xl\/(workbook|sharedStrings|_rels\/workbook|worksheets\/[^/]+)\.xml/.test(name)) return false;
      if (originalSize > MOST_UNPACKED) throw new UnreadableTable('large');
      return true;
    };
    try {
      unzip(bytes, { filter }, (error, parts) => {
        if (error === null) resolve(parts);
        else reject(new UnreadableTable('form', { cause: error }));
      });
    } catch (error) {
      reject(error instanceof UnreadableTable ? error : new UnreadableTable('form', { cause: error }));
    }
  });
}

/** Where the first sheet is: workbooks of some programs name it as they like. */
function firstSheet(xml: (path: string) => Document | null): string {
  const [sheet] = elements(xml('xl/workbook.xml'), 'sheet');
  const id = sheet?.getAttribute('r:id');
  const links = elements(xml('xl/_rels/workbook.xml.rels'), 'Relationship');
  const target = links.find((link) => link.getAttribute('Id') === id)?.getAttribute('Target');
  if (target === undefined || target === null) return 'xl/worksheets/sheet1.xml';
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

const elements = (parent: Document | Element | null, name: string): Element[] =>
  parent === null ? [] : [...parent.getElementsByTagName(name)];

/** The text of a cell, which may consist of pieces with their own looks; readings of Chinese letters are left out. */
const textOf = (cell: Element): string =>
  elements(cell, 't')
    .filter((piece) => piece.parentElement?.tagName !== 'rPh')
    .map((piece) => piece.textContent)
    .join('');

/** The place of a cell in its row, from its name: 0 for `A7`. */
function columnOf(name: string | null): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(name ?? '')?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
