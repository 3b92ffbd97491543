import { Chart } from '#core/web/ui/chart/Chart.tsx';
import type { ChartPoint } from '#core/web/ui/chart/chart-data.ts';

import { Section } from './Section.tsx';

const DAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'];
const DAY = { label: '日期' };
const VIDEOS = { label: '视频数' };

function week(name: Pick<ChartPoint, 'series' | 'panel'>, ...counts: number[]): ChartPoint[] {
  return counts.map((y, index) => ({ x: DAYS[index] ?? '', y, ...name }));
}

const TWO = [
  ...week({ series: '抖音' }, 12, 30, 24, 51, 40, 66, 60),
  ...week({ series: '快手' }, 8, 14, 22, 19, 35, 31, 44),
];
const HOURS = DAYS.flatMap((y, row) =>
  ['早', '午', '晚', '夜'].map((x, column) => ({ x, y, value: ((row * 5 + column * 7) % 11) + 1 })),
);

/** Every kind of chart, with a week of data. */
export function Charts() {
  return (
    <>
      <Section title="Chart: bars" stacked>
        <Chart kind="bars" label="一周的视频" x={DAY} y={VIDEOS} points={TWO} />
      </Section>
      <Section title="Chart: lines" stacked>
        <Chart kind="lines" label="一周的视频" x={DAY} y={VIDEOS} points={TWO} />
      </Section>
      <Section title="Chart: areas" stacked>
        <Chart kind="areas" label="一周的视频" x={DAY} y={VIDEOS} points={TWO} />
      </Section>
      <Section title="Chart: heat map" stacked>
        <Chart kind="heat" label="何时生成" x={{ label: '时段' }} y={DAY} value={VIDEOS} points={HOURS} />
      </Section>
      <Section title="Chart: small multiples" stacked>
        <Chart
          kind="bars"
          label="各平台一周的视频"
          height={120}
          {...{ x: DAY, y: VIDEOS }}
          points={TWO.map(({ series, ...point }) => ({ ...point, panel: series ?? '' }))}
        />
      </Section>
    </>
  );
}
