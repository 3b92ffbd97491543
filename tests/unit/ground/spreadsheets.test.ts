import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { strFromU8, unzipSync } from 'fflate';

import type { SpreadsheetFormat } from '#core/contract/spreadsheet.ts';
import { ExpectedError } from '#core/contract/errors.ts';
import { isZone, type Cell, type Sheet } from '#core/server/ground/spreadsheets/sheet.ts';
import { writeSpreadsheet } from '#core/server/ground/spreadsheets/write-spreadsheet.ts';
import { MOST_XLSX_ROWS } from '#core/server/ground/spreadsheets/xlsx-bytes.ts';

let folder: string;
let files = 0;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelport-sheets-'));
});
after(() => rm(folder, { recursive: true, force: true }));

async function written(format: SpreadsheetFormat, parts: readonly Cell[][][], more: Partial<Sheet> = {}) {
  async function* rows() {
    yield* parts;
  }
  const path = join(folder, String(files++));
  const columns = (parts[0]?.[0] ?? ['one']).map((_cell, at) => ({ title: `C${at + 1}` }));
  await writeSpreadsheet(path, format, { name: 'Sheet', columns, zone: 'Asia/Shanghai', rows: rows(), ...more });
  return await readFile(path);
}

/** The rows of a workbook: each cell's text or number as it is written. */
async function tableOf(bytes: Buffer): Promise<{ rows: string[][]; xml: string; workbook: string }> {
  const parts = unzipSync(bytes);
  const xml = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  const rows = [...xml.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, row = '']) =>
    [
      ...row.matchAll(
        /<c(?: s="\d")?(?: t="inlineStr")?(?:\/>|>(?:<is><t xml:space="preserve">(.*?)<\/t><\/is>|<v>(.*?)<\/v>)<\/c>)/gs,
      ),
    ].map(([, text, number]) => text ?? number ?? ''),
  );
  return { rows, xml, workbook: strFromU8(parts['xl/workbook.xml'] ?? new Uint8Array()) };
}

const NIGHT = new Date('2026-11-25T17:30:05.000Z');

test('moments, numbers and text are told by the clock of their zone, in both formats', async () => {
  const row: Cell[] = [NIGHT, -12.5, '混剪 "A", B', null];
  const csv = await written('csv', [[row]]);
  assert.equal(csv.toString(), '\u{FEFF}C1,C2,C3,C4\r\n2026-11-26 01:30:05,-12.5,"混剪 ""A"", B",\r\n');
  const { rows } = await tableOf(await written('xlsx', [[row], [[NIGHT, 0, '第二部分', 'x']]]));
  assert.deepEqual(rows[0], ['C1', 'C2', 'C3', 'C4']);
  const [serial = '', ...others] = rows[1] ?? [];
  // 46352 is the 26th of November 2026 in Excel's calendar.
  assert.ok(Math.abs(Number(serial) - (46_352 + (90 * 60 + 5) / 86_400)) < 1e-6, serial);
  assert.deepEqual(others, ['-12.5', '混剪 &quot;A&quot;, B', '']);
  assert.equal(rows[2]?.[2], '第二部分');
});

test('text never becomes a formula', async () => {
  const evil = ['=1+1', '+1', '-2', '@SUM(A1)', '\t=1', '＝1', '%0|cmd'];
  const csv = (await written('csv', [evil.map((text) => [text])])).toString();
  for (const line of csv.split('\r\n').slice(1, -1)) assert.match(line, /^"?'/, line);
  const { rows, xml } = await tableOf(await written('xlsx', [evil.map((text) => [text])]));
  assert.deepEqual(rows.slice(1).flat(), evil);
  assert.doesNotMatch(xml, /<f>/);
  // Text, also when somebody edits it.
  assert.equal(xml.match(/ s="3" t="inlineStr"/g)?.length, evil.length);
});

test('whatever people call things leaves the workbook whole', async () => {
  const strange = ['<b>&', 'a\u0000b\u000Bc', 'half \uD83D emoji', '_x0041_', 'x'.repeat(40_000), ' spaced '];
  const { rows, workbook } = await tableOf(
    await written('xlsx', [[strange]], { name: "'[2026/11] a?b*c: much too long for a tab'" }),
  );
  const [, [tag, control, half, code, long, spaced] = []] = rows;
  assert.deepEqual(
    [tag, control, half, code, spaced],
    ['&lt;b&gt;&amp;', 'abc', 'half \uFFFD emoji', '_x005F_x0041_', ' spaced '],
  );
  assert.equal(long?.length, 32_767);
  const [, tab = ''] = /<sheet name="(.*?)"/.exec(workbook) ?? [];
  assert.match(tab, /^[^\\/?*[\]:']{1,31}$/);
});

test('more rows than Excel opens are refused in words', async () => {
  const many = Array.from({ length: MOST_XLSX_ROWS }, (): Cell[] => []);
  await assert.rejects(
    written('xlsx', [many], { columns: [] }),
    (error) => error instanceof ExpectedError && error.code === 'core:spreadsheet.too-long',
  );
});

test('writing stops when it is no longer wanted, and leaves an existing file alone', async () => {
  const stop = new AbortController();
  async function* endless(): AsyncGenerator<Cell[][], void> {
    for (let part = 0; ; part++) {
      if (part === 3) stop.abort();
      yield [['row']];
    }
  }
  const path = join(folder, 'endless');
  const sheet = { name: 'x', columns: [{ title: 'x' }], zone: 'UTC', rows: endless() };
  await assert.rejects(writeSpreadsheet(path, 'csv', sheet, { signal: stop.signal }), { name: 'AbortError' });
  await assert.rejects(writeSpreadsheet(path, 'csv', sheet), { code: 'EEXIST' });
});

test('zones are those that the server knows', () => {
  assert.deepEqual(['Asia/Shanghai', 'UTC', 'Mars/Olympus', ''].map(isZone), [true, true, false, false]);
});
