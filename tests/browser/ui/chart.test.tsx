import { expect, test } from '@rstest/core';

import { Chart, type ChartProps } from '#core/web/ui/chart/Chart.tsx';
import { drawChart } from '#core/web/ui/chart/draw-chart.ts';

import { drawPart } from './draw-part.tsx';

const VIDEOS = { x: { label: 'Day' }, y: { label: 'Videos' } };
const DAYS = [
  { x: 'Mon', y: 3 },
  { x: 'Tue', y: 0 },
  { x: 'Wed', y: 12_500 },
];

async function draw(props: Partial<ChartProps> = {}) {
  const bench = await drawPart(<Chart label="Videos a day" kind="bars" {...VIDEOS} points={DAYS} {...props} />);
  const picture = () => bench.byRole('img', /^Videos a day|chart\.keys/);
  const svg = async (): Promise<Element> => {
    const drawn = await bench.until(() => picture().querySelector('svg'));
    if (drawn === null) throw new Error('nothing is drawn');
    return drawn;
  };
  return { bench, picture, svg };
}

const marks = (svg: Element, label: string, shape: string) => svg.querySelectorAll(`[data-mark="${label}"] ${shape}`);

test('bars are drawn one a point, without a style of their own, which the policy of the page refuses', async () => {
  const { svg } = await draw();
  expect(marks(await svg(), 'bar', 'rect').length).toBe(3);
  expect((await svg()).querySelectorAll('style, [style]').length).toBe(0);
});

test('lines of several series are value apart by colour and by dashes, and named', async () => {
  const points = ['cut', 'fade'].flatMap((series) => [1, 2, 3].map((x) => ({ x, y: x * 2, series })));
  const { bench, svg } = await draw({ kind: 'lines', points });
  const lines = [...(await svg()).querySelectorAll('[data-mark="line"]')];
  const looks = lines.map((line) => [line.getAttribute('stroke'), line.getAttribute('stroke-dasharray')].join());
  expect(new Set(looks).size).toBe(2);
  expect(bench.element.querySelector('.rp-chart__legend')?.textContent).toBe('cutfade');
});

test('days below a chart leave each other room, and what is counted has no halves beside it', async () => {
  const points = Array.from({ length: 28 }, (_, day) => ({
    x: new Date(Date.UTC(2026, 10, 1 + day)),
    y: day === 27 ? 2 : 0,
  }));
  const { svg } = await draw({ kind: 'lines', points });
  const drawn = await svg();
  const ticks = (axis: string): string[] =>
    [...marks(drawn, `${axis}-axis tick label`, 'text')]
      .map(({ textContent }) => textContent)
      .filter((text) => text !== '');
  const width = Number(drawn.getAttribute('width'));
  expect(ticks('x').length).toBeGreaterThan(1);
  expect(ticks('x').length).toBeLessThanOrEqual(Math.ceil(width / 90));
  expect(ticks('y')).toEqual(['0', '1', '2']);
});

test('on a phone days neither overlap nor leave the chart, and numbers close to each other are told apart', () => {
  const points = Array.from({ length: 28 }, (_, day) => ({
    x: new Date(Date.UTC(2026, 10, 1 + day)),
    y: 40_330 + (day % 5),
  }));
  const drawn = drawChart(
    { kind: 'lines', points, ...VIDEOS },
    {
      ...{ width: 360, height: 220, current: null, formatPoint: () => '' },
      ...{ formatX: () => '2026-11-01', formatY: () => '4.0W', formatFullY: String },
    },
  );
  const places = [...marks(drawn, 'x-axis tick label', 'text')].map((text) =>
    Number(/translate\(([\d.]+)/.exec(text.getAttribute('transform') ?? '')?.[1]),
  );
  // Half of ten letters.
  const half = 35;
  expect(places.length).toBeGreaterThan(1);
  expect(Math.max(...places) + half).toBeLessThanOrEqual(360);
  for (const [at, place] of places.slice(1).entries()) expect(place - (places[at] ?? 0)).toBeGreaterThan(2 * half);
  const numbers = [...marks(drawn, 'y-axis tick label', 'text')].map(({ textContent }) => textContent);
  expect(numbers).toContain('40332');
});

test('areas of several series stand on each other', async () => {
  const points = ['cut', 'fade'].flatMap((series) => [1, 2, 3].map((x) => ({ x, y: x, series })));
  const { svg } = await draw({ kind: 'areas', points });
  expect(marks(await svg(), 'area', 'path').length).toBe(2);
});

test('a heat map has a cell a point, the stronger the more', async () => {
  const points = [1, 5, 9].map((value) => ({ x: `a${value}`, y: 'row', value }));
  const { svg } = await draw({ kind: 'heat', points, value: { label: 'Shared' } });
  const cells = [...marks(await svg(), 'cell', 'rect')].slice(0, 3);
  const strengths = cells.map((cell) => Number(cell.getAttribute('fill-opacity')));
  expect(strengths).toEqual(strengths.toSorted((a, b) => a - b));
  expect(new Set(strengths).size).toBe(3);
});

test('points of several panels are drawn in small charts, each under its name', async () => {
  const points = ['Shop', 'Home'].flatMap((panel) => DAYS.map((day) => ({ ...day, panel })));
  const { svg } = await draw({ points });
  expect(marks(await svg(), 'bar', 'rect').length).toBe(6);
  expect((await svg()).textContent).toContain('Shop');
  expect((await svg()).textContent).toContain('Home');
});

test('the arrow keys walk through the points, which are said', async () => {
  const { bench, picture, svg } = await draw();
  await svg();
  const said = () => bench.element.querySelector('[aria-live]')?.textContent;
  const press = (key: string) =>
    bench.doing(() => picture().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
  await bench.doing(() => picture().focus());
  await press('ArrowRight');
  expect(said()).toBe('Day: Mon · Videos: 3');
  await press('End');
  expect(said()).toBe('Day: Wed · Videos: 12,500');
  await press('ArrowRight');
  await press('ArrowLeft');
  expect(said()).toBe('Day: Tue · Videos: 0');
});

test('a table with the same numbers takes the picture’s place and gives it back', async () => {
  const { bench, svg } = await draw();
  await svg();
  await bench.click(bench.byRole('button', /as-table|table/));
  const rows = [...bench.element.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((c) => c.textContent),
  );
  expect(rows).toEqual([
    ['Mon', '3'],
    ['Tue', '0'],
    ['Wed', '12,500'],
  ]);
  expect(bench.element.querySelector('svg')).toBeNull();
  await bench.click(bench.byRole('button', /as-picture|chart/));
  await svg();
});
