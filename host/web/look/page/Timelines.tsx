import { Timeline } from '#core/web/studio/Timeline.tsx';
import { ReadOnly } from '#core/web/ui/ReadOnly.tsx';

import { Section, State } from './Section.tsx';
import { FOOTAGE, PEAKS, SPRITE } from './footage.ts';

const NOTHING = { onSeek: () => undefined, onRange: () => undefined };
const RANGES = [
  { id: 'a', name: '片段 1', start: 8, end: 24 },
  { id: 'b', name: '片段 2', start: 40, end: 52 },
];
const MARKERS = [{ id: 'm', name: '转场', seconds: 31 }];

/** The timeline of video tools, in every state. */
export function Timelines() {
  const timeline = { label: '时间轴', duration: 75, time: 18, ...NOTHING };
  const sprite = { ...SPRITE, url: FOOTAGE };
  return (
    <Section title="Timeline" stacked>
      <State name="pictures, sound, ranges and a marker">
        <Timeline {...timeline} sprite={sprite} peaks={PEAKS} ranges={RANGES} markers={MARKERS} />
      </State>
      <State name="nothing known of the material yet">
        <Timeline {...timeline} duration={0} time={0} />
      </State>
      <State name="read only">
        <ReadOnly when>
          <Timeline {...timeline} peaks={PEAKS} ranges={RANGES} />
        </ReadOnly>
      </State>
    </Section>
  );
}
