import type { CoverTitles } from '@reelport/core/plugins/mixing';
import { expect, test } from '@rstest/core';

import type { Kit } from '../calls.ts';
import { twoColors } from '../server/palette.ts';
import { brandCover, letterSize } from '../web/brand-cover.ts';
import { brandTool } from '../web/brand-tool.ts';

function kit(changes: Partial<Kit> = {}): Kit {
  return {
    ...{ id: crypto.randomUUID(), name: 'Harbour', color: '#ff8800', outlineColor: '#002244', paletteTask: null },
    ...{ size: 90, position: 0.4, watermark: '@harbour' },
    ...changes,
  };
}

const cover: CoverTitles = {
  texts: ['New arrivals', 'Only today'],
  seconds: 2.5,
  style: {
    ...{ font: 'Noto Sans CJK SC', size: 80, color: '#ffffff', outlineColor: '#000000' },
    ...{ outline: 3, box: true, bold: true, position: 0.24 },
  },
};

test('titles take colours, size and position of a kit, and its watermark at their end', () => {
  const harbour = kit();
  const made = brandCover(cover, harbour, { scale: 110, kits: [harbour] });
  expect(made.texts).toEqual(['New arrivals · @harbour', 'Only today · @harbour']);
  expect(made.style).toMatchObject({ color: '#ff8800', outlineColor: '#002244', size: 99, position: 0.4, box: false });
  expect(made.style.font).toBe('Noto Sans CJK SC');
  expect(made.seconds).toBe(2.5);
});

test('a kit that is applied twice changes nothing more, and another takes its watermark off', () => {
  const kits = [kit(), kit({ name: 'Night', watermark: '@night' })];
  const [harbour, night] = kits as [Kit, Kit];
  const once = brandCover(cover, harbour, { scale: 100, kits });
  expect(brandCover(once, harbour, { scale: 100, kits })).toEqual(once);
  expect(brandCover(once, night, { scale: 100, kits }).texts).toEqual(['New arrivals · @night', 'Only today · @night']);
});

test('a project without titles gets the name of the kit, and a title that would be too long stays as it is', () => {
  const harbour = kit();
  const options = { scale: 100, kits: [harbour] };
  expect(brandCover({ ...cover, texts: [] }, harbour, options).texts).toEqual(['Harbour · @harbour']);
  const long = 'x'.repeat(95);
  expect(brandCover({ ...cover, texts: [long] }, harbour, options).texts).toEqual([long]);
});

test('letters keep within what a title may have', () => {
  expect([letterSize(30, 50), letterSize(160, 150), letterSize(10, 50)]).toEqual([15, 200, 15]);
});

test('the tool takes the default kit or the only one, and asks among several', async () => {
  const kits = [kit(), kit({ name: 'Night', color: '#8800ff' })];
  const asked: string[][] = [];
  const tool = (all: Kit[], defaultKit: string, answer?: string) =>
    brandTool({
      kits: () => ({ kits: all, defaultKit, textScale: 100, loadAll: () => Promise.resolve() }),
      ask: (shown) => {
        asked.push(shown.map(({ name }) => name));
        return Promise.resolve(answer);
      },
      tellNone: () => void asked.push(['none']),
    });
  expect((await tool(kits, 'Night').apply(cover)).style.color).toBe('#8800ff');
  expect((await tool(kits.slice(0, 1), '').apply(cover)).style.color).toBe('#ff8800');
  expect(asked).toEqual([]);
  expect((await tool(kits, '', kits[1]?.id).apply(cover)).style.color).toBe('#8800ff');
  expect(await tool(kits, '').apply(cover)).toBe(cover);
  expect(await tool([], '').apply(cover)).toBe(cover);
  expect(asked).toEqual([['Harbour', 'Night'], ['Harbour', 'Night'], ['none']]);
});

test('a picture gives its two colours, the lighter one for the letters', () => {
  const pixels = (...runs: Array<[count: number, color: number[]]>) =>
    new Uint8Array(runs.flatMap(([count, color]) => Array.from({ length: count }, () => color).flat()));
  expect(twoColors(pixels([50, [0, 34, 68]], [30, [255, 136, 0]], [5, [0, 255, 0]]))).toEqual({
    light: '#ff8800',
    dark: '#002244',
  });
  // A shade of the first colour does not count as the second.
  expect(twoColors(pixels([50, [0, 34, 68]], [40, [0, 34, 100]], [9, [255, 255, 0]])).light).toBe('#ffff00');
  expect(twoColors(pixels([10, [250, 250, 250]]))).toEqual({ light: '#fafafa', dark: '#000000' });
});
