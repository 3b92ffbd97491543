import {
  areaY,
  axisX,
  axisY,
  barY,
  cell,
  dot,
  lineY,
  plot,
  pointer,
  pointerX,
  ruleX,
  ruleY,
  stackY,
  text,
  tip,
  type Markish,
} from '@observablehq/plot';

import { namesOf, seriesLook, type ChartData, type ChartPoint } from './chart-data.ts';

/** A narrower panel is unreadable. */
const MIN_PANEL = 220;
/** Width of one label on the horizontal axis. */
const TICK = 64;
/** Width of a letter of it, and of the gap to the next one. */
const LETTER = 7;
const TICK_GAP = 24;
/** Left of the plot, for the labels of the vertical axis, short ones and those in full; and right of it. */
const LEFT = { short: 52, full: 72 };
const RIGHT = 20;

/** Size and formatting of a chart. */
export interface ChartLook {
  width: number;
  /** Of one panel. */
  height: number;
  formatX(value: ChartPoint['x']): string;
  formatY(value: ChartPoint['y']): string;
  /** As `formatY`, but not abbreviated: for an axis whose labels would be the same otherwise. */
  formatFullY(value: ChartPoint['y']): string;
  /** Describes a point in words. */
  formatPoint(point: ChartPoint): string;
  /** The point that has keyboard focus. */
  current: ChartPoint | null;
}

/** Draws a chart, without animation. */
export function drawChart(data: ChartData, look: ChartLook): Element {
  const drawn = drawWith(data, look, LEFT.short);
  const labels = [...drawn.querySelectorAll('[data-mark="y-axis tick label"] text')].map((text) => text.textContent);
  const isSaid = labels.filter((label) => label !== '');
  if (new Set(isSaid).size === isSaid.length) return drawn;
  return drawWith(data, { ...look, formatY: look.formatFullY }, LEFT.full);
}

function drawWith(data: ChartData, look: ChartLook, left: number): Element {
  const { kind, points } = data;
  const series = namesOf(points, 'series');
  const panels = namesOf(points, 'panel');
  const columns = Math.max(1, Math.min(panels.length, Math.floor(look.width / MIN_PANEL)));
  const rows = Math.max(1, Math.ceil(panels.length / columns));
  const place = (panel: string | undefined): number => Math.max(0, panels.indexOf(panel ?? ''));
  const facets =
    panels.length === 0
      ? {}
      : {
          fx: ({ panel }: ChartPoint) => place(panel) % columns,
          fy: ({ panel }: ChartPoint) => Math.floor(place(panel) / columns),
        };
  const colorOf = (point: ChartPoint): string => seriesLook(Math.max(0, series.indexOf(point.series ?? ''))).color;
  const common = { x: 'x', y: 'y', ...facets };
  const value = { ...common, title: look.formatPoint, fontSize: 12, className: 'rp-chart__tip' };
  const isBand = kind === 'bars' || kind === 'heat' || points.some(({ x }) => typeof x === 'string');
  const chosen = look.current === null ? [] : [look.current];

  const marks: Record<ChartData['kind'], () => Markish[]> = {
    bars: () => [
      barY(points, { ...common, fill: colorOf, insetLeft: 1, insetRight: 1, rx: 2 }),
      ruleY([0], { stroke: 'var(--rp-line-strong)' }),
      ruleX(chosen, { x: 'x', ...facets, stroke: 'var(--rp-text)' }),
      tip(points, pointerX(stackY({ ...value, z: 'series' }))),
    ],
    lines: () => [
      ...(series.length === 0 ? [undefined] : series).flatMap((name, index) => {
        const own = points.filter((point) => point.series === name);
        const { color, dash } = seriesLook(index);
        return [lineY(own, { ...common, stroke: color, strokeWidth: 2, ...(dash && { strokeDasharray: dash }) })];
      }),
      dot(chosen, { ...common, r: 5, fill: colorOf, stroke: 'var(--rp-text)' }),
      tip(points, pointer(value)),
    ],
    areas: () => [
      areaY(points, { ...common, z: 'series', fill: colorOf, fillOpacity: 0.7 }),
      ruleY([0], { stroke: 'var(--rp-line-strong)' }),
      ruleX(chosen, { x: 'x', ...facets, stroke: 'var(--rp-text)' }),
      tip(points, pointerX(stackY({ ...value, z: 'series' }))),
    ],
    heat: () => [
      cell(points, { ...common, fill: 'var(--rp-signal)', fillOpacity: 'value', inset: 0.5 }),
      cell(chosen, { ...common, fill: 'none', stroke: 'var(--rp-text)', strokeWidth: 2 }),
      tip(points, pointer(value)),
    ],
  };

  const isCounted = points.every(({ y }) => isWhole(y));
  const drawn = plot({
    width: look.width,
    height: look.height * rows + 24,
    marginLeft: left,
    marginRight: RIGHT,
    marginBottom: 32,
    color: { type: 'identity' },
    opacity: { range: [0.08, 1] },
    fx: { axis: null, padding: 0.12 },
    fy: { axis: null, padding: 0.18 },
    x: { ...(isBand && { type: 'band' as const, domain: [...new Set(points.map(({ x }) => x))] }) },
    y: kind === 'heat' ? { domain: [...new Set(points.map(({ y }) => y))] } : { nice: true },
    marks: [
      axisX({
        label: null,
        ticks: ticksOf(points, isBand, look.width / columns - left, look.formatX),
        tickFormat: look.formatX,
        tickSize: 0,
      }),
      axisY({
        label: null,
        ...(kind !== 'heat' && { ticks: look.height / 44 }),
        // There is no half of what is counted.
        tickFormat: (value: ChartPoint['y']) => (isCounted && !isWhole(value) ? '' : look.formatY(value)),
        tickSize: 0,
      }),
      ...marks[kind](),
      text(panels, {
        text: (panel: string) => panel,
        ...(panels.length > 0 && {
          fx: (panel: string) => place(panel) % columns,
          fy: (panel: string) => Math.floor(place(panel) / columns),
        }),
        frameAnchor: 'top-left',
        dy: -14,
        fill: 'var(--rp-text)',
      }),
    ],
  });
  // The page's content security policy allows style sheets from files only; Chart.css holds these rules.
  for (const style of drawn.querySelectorAll('style')) style.remove();
  // Plot labels groups that have no role to carry a label; the surrounding figure has its own name.
  for (const group of drawn.querySelectorAll('g[aria-label]')) {
    group.setAttribute('data-mark', group.getAttribute('aria-label') ?? '');
    group.removeAttribute('aria-label');
  }
  return drawn;
}

const isWhole = (value: ChartPoint['y']): boolean => typeof value !== 'number' || Number.isInteger(value);

/** A subset of the horizontal axis' labels when they would overlap, or not end within the chart. */
function ticksOf(
  points: readonly ChartPoint[],
  isBand: boolean,
  width: number,
  format: ChartLook['formatX'],
): ChartPoint['x'][] | number {
  const [first, last] = [points[0]?.x, points.at(-1)?.x];
  const isTime = first instanceof Date && last instanceof Date;
  const label = isTime ? Math.max(TICK, format(first).length * LETTER + TICK_GAP) : TICK;
  const most = Math.max(2, Math.floor(width / label));
  if (!isBand && !isTime) return most;
  const all = [...new Map(points.map(({ x }) => [x instanceof Date ? x.getTime() : x, x])).values()];
  const each = Math.ceil(all.length / most);
  const some = all.filter((_, index) => index % each === 0);
  if (!isTime) return some;
  // Of a moment at the end half of its label stands beyond the plot.
  const [from, span] = [first.getTime(), Math.max(1, last.getTime() - first.getTime())];
  const latest = 1 - (label / 2 - RIGHT) / Math.max(1, width - RIGHT);
  return some.filter((x, index) => index === 0 || (Number(x) - from) / span <= latest);
}
