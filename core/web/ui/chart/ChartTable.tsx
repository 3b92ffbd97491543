import type { ChartAxis, ChartData, ChartPoint } from './chart-data.ts';

import { useText } from '../../react/use-text.ts';

interface ChartTableProps {
  label: string;
  data: ChartData;
  format(axis: ChartAxis | undefined, value: ChartPoint['x']): string;
}

/** The numbers of a chart, one row per point. */
export function ChartTable({ label, data: { points, x, y, value }, format }: ChartTableProps) {
  const t = useText();
  const hasPanels = points.some(({ panel }) => panel !== undefined);
  const hasSeries = points.some(({ series }) => series !== undefined);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys
    <div className="rp-chart__table" role="region" aria-label={label} tabIndex={0}>
      <table>
        <caption className="rp-visually-hidden">{label}</caption>
        <thead>
          <tr>
            {hasPanels && <th scope="col">{t('shell:chart.panel')}</th>}
            {hasSeries && <th scope="col">{t('shell:chart.series')}</th>}
            <th scope="col">{x.label}</th>
            <th scope="col">{y.label}</th>
            {value !== undefined && <th scope="col">{value.label}</th>}
          </tr>
        </thead>
        <tbody>
          {points.map((point, index) => (
            <tr key={index}>
              {hasPanels && <td>{point.panel}</td>}
              {hasSeries && <td>{point.series}</td>}
              <th scope="row">{format(x, point.x)}</th>
              <td>{format(y, point.y)}</td>
              {value !== undefined && <td>{point.value === undefined ? '–' : format(value, point.value)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
