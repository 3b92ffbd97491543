/** One value of a chart. */
export interface ChartPoint {
  x: string | number | Date;
  /** In a heat map the row. */
  y: string | number;
  /** In a heat map how much it is. */
  value?: number;
  /** Which line, area or part of a bar it belongs to. */
  series?: string;
  /** Which of several small charts it stands in. */
  panel?: string;
}

/** What a direction of a chart shows. */
export interface ChartAxis {
  /** In a word or two, with the unit. */
  label: string;
  /** How one of its values is written; numbers and dates as the reader writes them when absent. */
  say?(value: string | number | Date): string;
}

/** What a chart shows, and how. */
export interface ChartData {
  /** `bars` of several series stand on each other; `heat` is a map of cells, darker to lighter by `value`. */
  kind: 'bars' | 'lines' | 'areas' | 'heat';
  /** In the order in which they are drawn, listed and walked through. */
  points: readonly ChartPoint[];
  x: ChartAxis;
  y: ChartAxis;
  /** Of a heat map. */
  value?: ChartAxis;
}

/** How series are told apart, in their order: by colour, and by the dashes of their lines. */
export const SERIES_LOOKS = [
  { color: 'var(--rp-signal)', dash: undefined },
  { color: 'var(--rp-lamp)', dash: '6 3' },
  { color: 'var(--rp-info)', dash: '2 3' },
  { color: 'var(--rp-caution)', dash: '8 3 2 3' },
  { color: 'var(--rp-alarm)', dash: '1 3' },
  { color: 'var(--rp-quiet)', dash: '12 4' },
] as const;

/** The look of the series at an index; after the last look the first one comes again. */
export function seriesLook(index: number): (typeof SERIES_LOOKS)[number] {
  return SERIES_LOOKS[index % SERIES_LOOKS.length] ?? SERIES_LOOKS[0];
}

/** Names of a kind among the points, each once, in their order. */
export function namesOf(points: readonly ChartPoint[], kind: 'series' | 'panel'): readonly string[] {
  return [...new Set(points.flatMap((point) => point[kind] ?? []))];
}
