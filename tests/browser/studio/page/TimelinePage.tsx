import { useState } from 'react';

import { constantGrid } from '#core/web/studio/StudioPlayer.tsx';
import { Timeline, type TimelineRange } from '#core/web/studio/Timeline.tsx';

import { paintedPicture } from './painted-picture.ts';

const query = new URLSearchParams(location.search);
const duration = Number(query.get('duration') ?? 100);
const GRID = constantGrid(25);
const SPRITE = { columns: 10, rows: 10, width: 160, height: 90, count: 100 };
const PEAKS = btoa(String.fromCharCode(...Array.from({ length: 240 }, (_, at) => 20 + (at % 60) * 3)));
const [STRETCHES, LINES] = [[{ start: 40, end: 45 }], [60]];
const MARKERS = [{ id: 'm', name: '转场', seconds: 50 }];

/** A timeline with two ranges and a marker; below it where they are, and how many small pictures are drawn. */
export function TimelinePage() {
  const [time, seek] = useState(0);
  const [released, release] = useState(0);
  const [sprite] = useState(() => ({ ...SPRITE, url: paintedPicture({ width: 1600, height: 900 }) }));
  const [ranges, set] = useState<readonly TimelineRange[]>([
    { id: 'a', name: '片段 1', start: 10, end: 30 },
    { id: 'b', name: '片段 2', start: 70, end: 80 },
  ]);
  return (
    <>
      <Timeline
        label="时间轴"
        {...{ duration, time, sprite, ranges }}
        grid={GRID}
        peaks={PEAKS}
        markers={MARKERS}
        stretches={STRETCHES}
        lines={LINES}
        onSeek={seek}
        onRange={(id, range) => set((all) => all.map((other) => (other.id === id ? { ...other, ...range } : other)))}
        onRelease={() => release((count) => count + 1)}
      />
      <output>
        {JSON.stringify({
          time,
          released,
          ranges: Object.fromEntries(ranges.map(({ id, start, end }) => [id, [start, end]])),
        })}
      </output>
    </>
  );
}
