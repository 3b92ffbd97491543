import { strToU8, Zip, ZipDeflate } from 'fflate';

import { looksLikeFormula } from '#core/contract/spreadsheet.ts';
import { fail } from '#core/contract/errors.ts';

import { wallClock, type Cell, type Sheet } from './sheet.ts';

/** Rows of a sheet, its head included; Excel opens no more. */
export const MOST_XLSX_ROWS = 1_048_576;
/** Letters of a cell; Excel calls a file with longer ones damaged. */
const MOST_LETTERS = 32_767;
const DAY = 24 * 60 * 60 * 1000;
/** The day 0 of Excel's calendar, in days before 1970. */
const EPOCH = 25_569;

/** Styles of cells, by their place in {@link STYLES}. */
const STYLE = { plain: 0, head: 1, moment: 2, text: 3 } as const;

/**
 * A sheet as a workbook of Excel (Office Open XML). Moments are real dates, numbers are numbers; text that looks like a
 * formula stays text, also when somebody edits its cell.
 * @throws expected `core:spreadsheet.too-long` for more rows than {@link MOST_XLSX_ROWS}
 */
export async function* xlsxBytes(sheet: Sheet): AsyncGenerator<Uint8Array, void> {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    ready.push(chunk);
  });
  const take = (): Uint8Array[] => {
    const taken = ready;
    ready = [];
    return taken;
  };
  for (const [path, xml] of Object.entries(partsOf(sheet))) {
    const part = new ZipDeflate(path);
    zip.add(part);
    part.push(strToU8(START + xml), true);
  }
  const table = new ZipDeflate('xl/worksheets/sheet1.xml');
  zip.add(table);
  table.push(strToU8(START + headOf(sheet)));
  yield* take();

  const clock = wallClock(sheet.zone);
  let number = 1;
  for await (const part of sheet.rows) {
    if (number + part.length > MOST_XLSX_ROWS) fail('core:spreadsheet.too-long', { most: MOST_XLSX_ROWS - 1 });
    table.push(strToU8(part.map((row) => rowOf(++number, row, clock)).join('')));
    yield* take();
  }
  table.push(strToU8('</sheetData></worksheet>'), true);
  zip.end();
  yield* take();
}

const START = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const STYLES = `<styleSheet xmlns="${MAIN}">
<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>
<fonts count="2"><font><sz val="11"/></font><font><b/><sz val="11"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/></cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`;

/** Everything of a workbook but its table, by path. */
function partsOf({ name }: Sheet): Record<string, string> {
  return {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/>
<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>
</Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships">
<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/>
</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">
<sheets><sheet name="${escaped(tabName(name))}" sheetId="1" r:id="rId1"/></sheets>
</workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">
<Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>
<Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/>
</Relationships>`,
    'xl/styles.xml': STYLES,
  };
}

/** The head of the table: its columns, and a first row that stays in sight. */
function headOf({ columns }: Sheet): string {
  const widths = columns.map(
    ({ width = 16 }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  const titles = columns.map(({ title }) => textCell(title, STYLE.head));
  return `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">
<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>
<cols>${widths.join('')}</cols><sheetData><row r="1">${titles.join('')}</row>`;
}

function rowOf(number: number, cells: readonly Cell[], clock: (moment: Date) => number): string {
  return `<row r="${number}">${cells.map((cell) => cellOf(cell, clock)).join('')}</row>`;
}

function cellOf(cell: Cell, clock: (moment: Date) => number): string {
  if (cell instanceof Date) return `<c s="${STYLE.moment}"><v>${clock(cell) / DAY + EPOCH}</v></c>`;
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c><v>${cell}</v></c>` : '<c/>';
  if (cell === null || cell === '') return '<c/>';
  return textCell(cell, looksLikeFormula(cell) ? STYLE.text : STYLE.plain);
}

function textCell(text: string, style: number): string {
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

/** Text of XML, as far as Excel can hold it. */
function escaped(text: string): string {
  const held = text
    .slice(0, MOST_LETTERS)
    .toWellFormed()
    // XML cannot say these at all.
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    // Excel reads this as one letter by its code.
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
  return held.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Excel opens no workbook with a longer name on a tab, or with these signs in it. */
function tabName(name: string): string {
  const tidy = name
    .replaceAll(/[\\/?*[\]:]/g, ' ')
    .replaceAll(/^'+|'+$/g, '')
    .trim();
  return tidy.slice(0, 31) || 'Sheet1';
}
