import { useRef } from 'react';

import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { frameStart, type TimeRange } from '#core/web/studio/StudioPlayer.tsx';
import type { TimelineRange } from '#core/web/studio/Timeline.tsx';
import { VideoTimeline, type OpenVideo } from '#core/web/tools/VideoEditor.tsx';

import { isSame, type Rule, type Shot } from '#plugins/segmentation/shots.ts';
import { moveBoundary } from '../draft/shot-edits.ts';
import type { VideoShots } from '../draft/VideoShots.ts';

interface ShotTimelineProps {
  open: OpenVideo;
  shots: readonly Shot[];
  video: VideoShots | undefined;
  rule: Rule;
}

/** The timeline, on which each shot is a range: dragging an edge moves the cut. */
export const ShotTimeline = observer(function ShotTimeline({ open, shots, video, rule }: ShotTimelineProps) {
  const t = useText();
  const { grid } = open.playback;
  const length = frameStart(grid, 1) - frameStart(grid, 0);
  /** The shot that an edge was taken of, as it was. */
  const taken = useRef<TimelineRange | null>(null);
  const move = (id: string, next: TimeRange): void => {
    const shot = shots[Number(id)];
    if (shot === undefined || video === undefined) return;
    const { current: before } = taken;
    if (before?.id === id && isSame(before.start, next.start) && isSame(before.end, next.end)) {
      // Put back, a change that takes time is one again.
      taken.current = null;
      return video.undo();
    }
    const [isStart, isEnd] = [!isSame(next.start, shot.from), !isSame(next.end, shot.to)];
    // A shot as a whole stays between its neighbours.
    if (isStart === isEnd) return;
    const [from, to] = isStart ? [shot.start, next.start] : [shot.end, next.end];
    const { edit } = video;
    video.change(rule, (edited) => moveBoundary(edited, from, to, length), `drag ${id} ${isStart ? 'in' : 'out'}`);
    if (video.edit !== edit) taken.current ??= { id, name: shot.name, start: shot.from, end: shot.to };
  };
  const nameOf = ({ name, number }: Shot) => name || t('segmentation:shot-number', { number: number + 1 });
  return (
    <VideoTimeline
      open={open}
      label={t('segmentation:timeline')}
      // By its number: while a cut is dragged, the shot behind it begins elsewhere, but is the same.
      ranges={shots.map((shot) => ({ id: String(shot.number), name: nameOf(shot), start: shot.from, end: shot.to }))}
      onRange={move}
      onRelease={() => {
        taken.current = null;
        video?.endStroke();
      }}
    />
  );
});
