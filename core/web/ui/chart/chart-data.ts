/** One point of a chart. */
export interface ChartPoint {
  x: string | number | Date;
  /** In a heat map the row. */
  y: string | number;
  /** In a heat map the cell's value. */
  value?: number;
  /** The line, area or bar segment it belongs to. */
  series?: string;
  /** The panel it belongs to, of several small charts. */
  panel?: string;
}

/** One axis of a chart. */
export interface ChartAxis {
  /** A word or two, with the unit. */
  label: string;
  /** Formats a value; by default numbers and dates in the user's format. */
  format?(value: string | number | Date): string;
}

/** What a chart shows. */
export interface ChartData {
  /** `bars` of several series are stacked; `heat` is a map of cells shaded by `value`. */
  kind: 'bars' | 'lines' | 'areas' | 'heat';
  /** In the order in which they are drawn, listed and moved through. */
  points: readonly ChartPoint[];
  x: ChartAxis;
  y: ChartAxis;
  /** For a heat map. */
  value?: ChartAxis;
}

/** The looks of the series, in order: colour and line dashes. */
export const SERIES_LOOKS = [
  { color: 'var(--rp-signal)', dash: undefined },
  { color: 'var(--rp-lamp)', dash: '6 3' },
  { color: 'var(--rp-info)', dash: '2 3' },
  { color: 'var(--rp-caution)', dash: '8 3 2 3' },
  { color: 'var(--rp-alarm)', dash: '1 3' },
  { color: 'var(--rp-quiet)', dash: '12 4' },
] as const;

/** The look of the series at an index; looks repeat after the last one. */
export function seriesLook(index: number): (typeof SERIES_LOOKS)[number] {
  return SERIES_LOOKS[index % SERIES_LOOKS.length] ?? SERIES_LOOKS[0];
}

/** The distinct names of a kind among the points, in order. */
export function namesOf(points: readonly ChartPoint[], kind: 'series' | 'panel'): readonly string[] {
  return [...new Set(points.flatMap((point) => point[kind] ?? []))];
}
