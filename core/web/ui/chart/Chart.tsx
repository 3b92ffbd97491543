import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';

import { I18N } from '../../i18n/i18n.ts';
import { observer } from '../../react/observer.ts';
import { useService } from '../../react/use-service.ts';
import { useText } from '../../react/use-text.ts';
import { namesOf, seriesLook, type ChartAxis, type ChartData, type ChartPoint } from './chart-data.ts';
import { ChartTable } from './ChartTable.tsx';
import './Chart.css';

export type { ChartAxis, ChartData, ChartPoint } from './chart-data.ts';

/** Width in pixels until the page has been laid out. */
const USUAL_WIDTH = 640;

export interface ChartProps extends ChartData {
  /** Its heading. */
  label: string;
  /** Pixels per panel; 220 by default. */
  height?: number;
}

/**
 * A chart: bars, lines, areas or a heat map, as small multiples if the points name panels. The same numbers are
 * available as a table, and the arrow keys move through the points. The library is loaded with the first chart; if that
 * fails, the table is shown.
 * @example
 * <Chart kind="bars" label={t('mixing:…')} x={{ label: t('…') }} y={{ label: t('…') }} points={[{ x: 'a', y: 3 }]} />
 */
export const Chart = observer(function Chart({ label, height = 220, ...data }: ChartProps) {
  const t = useText();
  const i18n = useService(I18N);
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [isTable, setTable] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [width, setWidth] = useState(USUAL_WIDTH);
  const [at, setAt] = useState<number | null>(null);
  const { kind, points, x, y, value } = data;
  const series = namesOf(points, 'series');

  // In full; only axes abbreviate large numbers.
  const format = (axis: ChartAxis | undefined, value: ChartPoint['x']): string =>
    axis?.format?.(value) ??
    (typeof value === 'number'
      ? value.toLocaleString(i18n.language)
      : value instanceof Date
        ? i18n.date(value)
        : value);
  const formatShort = (axis: ChartAxis, value: ChartPoint['x']): string =>
    axis.format === undefined && typeof value === 'number' ? i18n.count(value) : format(axis, value);
  const formatPoint = (point: ChartPoint): string =>
    [
      ...[point.panel, point.series].filter((name) => name !== undefined),
      `${x.label}: ${format(x, point.x)}`,
      `${y.label}: ${format(y, point.y)}`,
      ...(point.value === undefined ? [] : [`${value?.label ?? ''}: ${format(value, point.value)}`]),
    ].join('\n');
  const current = at === null ? null : (points[Math.min(at, points.length - 1)] ?? null);
  const showsTable = isTable || hasFailed;

  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth || USUAL_WIDTH));
    observer.observe(element);
    setWidth(element.clientWidth || USUAL_WIDTH);
    return () => observer.disconnect();
  }, [showsTable]);

  // Redrawn on every change; charts are small.
  useEffect(() => {
    let isOver = false;
    import('./draw-chart.ts')
      .then(({ drawChart }) => {
        if (isOver || frame.current === null) return;
        const formatX = (value: ChartPoint['x']): string => formatShort(x, value);
        const formatY = (value: ChartPoint['y']): string => formatShort(y, value);
        const formatFullY = (value: ChartPoint['y']): string => format(y, value);
        const formats = { formatX, formatY, formatFullY, formatPoint };
        frame.current.replaceChildren(drawChart(data, { width, height, ...formats, current }));
      })
      .catch(() => setFailed(true));
    return () => {
      isOver = true;
    };
  });

  const walk = (event: KeyboardEvent): void => {
    const last = points.length - 1;
    const from = at ?? -1;
    const to = { ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setAt(Math.max(0, Math.min(last, to)));
  };

  return (
    <figure className="rp-chart" aria-labelledby={id}>
      <figcaption id={id} className="rp-visually-hidden">
        {label}
      </figcaption>
      {series.length > 0 && !showsTable && (
        <ul className="rp-chart__legend">
          {series.map((name, index) => (
            <li key={name}>
              <svg width="20" height="8" aria-hidden="true">
                <line
                  {...{
                    x1: 0,
                    x2: 20,
                    y1: 4,
                    y2: 4,
                    stroke: seriesLook(index).color,
                    strokeWidth: kind === 'lines' ? 2 : 8,
                  }}
                  strokeDasharray={kind === 'lines' ? seriesLook(index).dash : undefined}
                />
              </svg>
              {name}
            </li>
          ))}
        </ul>
      )}
      {showsTable ? (
        <ChartTable label={label} data={data} format={format} />
      ) : (
        <>
          <p className="rp-chart__axis">{y.label}</p>
          {/* The arrow keys move through its points, which are announced below. */}
          <div
            ref={frame}
            role="img"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its points are walked through by keys
            tabIndex={0}
            className="rp-chart__picture"
            aria-label={t('shell:chart.keys', { label, count: points.length })}
            onKeyDown={walk}
            onBlur={() => setAt(null)}
          />
          <p className="rp-chart__axis rp-chart__axis--below">{x.label}</p>
          <p className="rp-chart__said" aria-live="polite">
            {current === null ? '' : formatPoint(current).replaceAll('\n', ' · ')}
          </p>
        </>
      )}
      {!hasFailed && (
        <button type="button" className="rp-chart__toggle" onClick={() => setTable(!isTable)}>
          {t(isTable ? 'shell:chart.as-picture' : 'shell:chart.as-table')}
        </button>
      )}
    </figure>
  );
});
