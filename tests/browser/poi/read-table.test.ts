import { expect, test } from '@rstest/core';
import { strToU8, zipSync } from 'fflate';

import { readTable, UnreadableTable } from '#core/web/read-table.ts';

const csv = (text: string) => readTable(new Blob([text]));

test('a CSV file is read with its quotes, line breaks and whichever separator it has', async () => {
  expect(await csv('\uFEFFa,b,c\r\n"x, y","say ""hi""","two\nlines"\r\n,,z\r\n')).toEqual([
    ['a', 'b', 'c'],
    ['x, y', 'say "hi"', 'two\nlines'],
    ['', '', 'z'],
  ]);
  expect(await csv('a;b\n1,5;2')).toEqual([
    ['a', 'b'],
    ['1,5', '2'],
  ]);
  expect(await csv('a\tb\r\n\r\nc\td')).toEqual([['a', 'b'], [''], ['c', 'd']]);
  expect(await csv('')).toEqual([]);
});

test('a CSV file in GBK or UTF-16 is read, too', async () => {
  const gbk = new Uint8Array([0xc3, 0xc5, 0xb5, 0xea, 0x2c, 0x31]);
  expect(await readTable(new Blob([gbk]))).toEqual([['门店', '1']]);
  const utf16 = new Uint8Array([0xff, 0xfe, 0xe8, 0x95, 0x2c, 0x00, 0x31, 0x00]);
  expect(await readTable(new Blob([utf16]))).toEqual([['门', '1']]);
});

/** A workbook as Excel writes it, with a name for its sheet that is its own. */
function workbook(sheet: string): Blob {
  const parts = {
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets><sheet name="s" sheetId="1" r:id="rId7"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId7" Target="worksheets/mine.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `<sst><si><t>门店</t></si><si><r><t>A</t></r><r><t>B</t></r><rPh><t>ei</t></rPh></si></sst>`,
    'xl/worksheets/mine.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    'docProps/app.xml': `<broken`,
  };
  const bytes = Object.fromEntries(Object.entries(parts).map(([path, xml]) => [path, strToU8(xml)]));
  return new Blob([zipSync(bytes) as Uint8Array<ArrayBuffer>]);
}

test('a workbook is read by the names of its cells: shared texts, texts in place, numbers, and what is left out', async () => {
  const sheet =
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>' +
    '<row r="3"><c r="B3" t="inlineStr"><is><t>a &amp; b</t></is></c><c r="C3"><v>30.5</v></c></row>';
  expect(await readTable(workbook(sheet))).toEqual([['门店', '', 'AB'], [], ['', 'a & b', '30.5']]);
});

test('what is no table is refused with its reason', async () => {
  const refused = async (file: Blob): Promise<string> => {
    try {
      await readTable(file);
      return 'read';
    } catch (error) {
      return error instanceof UnreadableTable ? error.reason : String(error);
    }
  };
  expect(await refused(new Blob([zipSync({ 'a.txt': strToU8('a') }) as Uint8Array<ArrayBuffer>]))).toBe('form');
  expect(await refused(new Blob([new Uint8Array([0x50, 0x4b, 3, 4, 9, 9, 9])]))).toBe('form');
  expect(await refused(new Blob([new Uint8Array([1, 0, 2, 0])]))).toBe('form');
  expect(await refused(new Blob([new Uint8Array(10 * 1024 ** 2 + 1)]))).toBe('large');
});
