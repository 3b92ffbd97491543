import { useState, type KeyboardEvent, type PointerEvent } from 'react';

import { useText } from '#core/web/react/use-text.ts';
import { useReadOnly } from '#core/web/ui/ReadOnly.tsx';
import { frameAt, frameStart, type FrameGrid } from '../frames/frame-grid.ts';
import { lengthCode, timecode } from '../frames/timecode.ts';
import { moveRange, moveRangeEdge, type TimeRange } from '../playback/range.ts';
import { followPointer } from '../pointer/follow-pointer.ts';
import { shareOf, snapTime, type TimeView } from './time-scale.ts';

/** A named stretch on a timeline. */
export interface TimelineRange extends TimeRange {
  id: string;
  name: string;
}

interface TimelineRangesProps {
  ranges: readonly TimelineRange[];
  view: TimeView;
  width: number;
  grid: FrameGrid;
  duration: number;
  time: number;
  least: number;
  /** Seconds that edges stick to, besides those of other ranges and of the player. */
  targets: readonly number[];
  chosen: string | null | undefined;
  onRange: ((id: string, range: TimeRange) => void) | undefined;
  onRelease: ((id: string) => void) | undefined;
  onFocus: ((id: string) => void) | undefined;
  onSeek(seconds: number): void;
}

type Part = 'start' | 'end' | 'whole';

/** Pixels within which edges stick to the player's time, markers and other ranges. */
const SNAP = 8;
/** Frames that an arrow key with Shift moves. */
const LARGE_STEP = 10;

/** The ranges on a timeline; edges and middles are dragged, or moved by keys frame by frame. */
export function TimelineRanges(properties: TimelineRangesProps) {
  const { ranges, view, width, grid, duration, time, least, chosen } = properties;
  const { onRange, onRelease, onFocus, onSeek } = properties;
  const t = useText();
  const [stuck, setStuck] = useState<number | null>(null);
  const isFixed = useReadOnly() || onRange === undefined;
  const limits = { duration, least, grid };
  const secondsOf = (pixels: number): number => (pixels / Math.max(width, 1)) * view.length;

  const change = ({ id, start, end }: TimelineRange, part: Part, to: number): void => {
    const range =
      part === 'whole' ? moveRange({ start, end }, to, limits) : moveRangeEdge({ start, end }, part, to, limits);
    onRange?.(id, range);
    // What is at an edge is seen while it is moved.
    if (part !== 'whole')
      onSeek(part === 'start' ? range.start : frameStart(grid, Math.max(0, frameAt(grid, range.end) - 1)));
  };
  const drag = (event: PointerEvent<HTMLElement>, range: TimelineRange, part: Part): void => {
    if (event.button !== 0) return;
    event.stopPropagation();
    const from = part === 'end' ? range.end : range.start;
    const targets = [
      ...[0, duration, time],
      ...properties.targets,
      ...ranges.flatMap(({ id, start, end }) => (id === range.id ? [] : [start, end])),
    ];
    followPointer(
      event,
      ({ x }) => {
        const dragged = from + secondsOf(x);
        const to = snapTime(dragged, targets, secondsOf(SNAP));
        setStuck(targets.includes(to) ? to : null);
        change(range, part, to);
      },
      (isCancelled) => {
        setStuck(null);
        if (isCancelled) onRange?.(range.id, { start: range.start, end: range.end });
        else onRelease?.(range.id);
      },
    );
  };
  const hearKey = (event: KeyboardEvent, range: TimelineRange, part: Part): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const from = part === 'end' ? range.end : range.start;
    const step = (frames: number): number =>
      frameStart(grid, frameAt(grid, from) + frames * (event.shiftKey ? LARGE_STEP : 1));
    const to = {
      ...{ ArrowLeft: step(-1), ArrowDown: step(-1), ArrowRight: step(1), ArrowUp: step(1) },
      ...{ Home: 0, End: duration },
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    change(range, part, to);
    onRelease?.(range.id);
  };
  const slider = (range: TimelineRange, part: Part) => ({
    role: 'slider',
    tabIndex: isFixed ? undefined : 0,
    'aria-disabled': isFixed || undefined,
    'aria-label': t(`shell:studio.range-${part}`, { name: range.name }),
    'aria-valuemin': 0,
    'aria-valuemax': duration,
    'aria-valuenow': part === 'end' ? range.end : range.start,
    'aria-valuetext': t('shell:studio.range-value', {
      ...{ start: timecode(grid, range.start), end: timecode(grid, range.end) },
      length: lengthCode(grid, range.end - range.start),
    }),
    ...(isFixed
      ? {}
      : {
          onPointerDown: (event: PointerEvent<HTMLElement>) => drag(event, range, part),
          onKeyDown: (event: KeyboardEvent) => hearKey(event, range, part),
        }),
  });

  const drawn = ranges
    .filter(({ start, end }) => end >= view.start && start <= view.start + view.length)
    .map((range) => {
      const left = shareOf(view, range.start);
      const style = { left: `${left * 100}%`, width: `${(shareOf(view, range.end) - left) * 100}%` };
      return (
        <div
          key={range.id}
          className="rp-timeline__range"
          style={style}
          title={range.name}
          onFocus={() => onFocus?.(range.id)}
        >
          <span className="rp-timeline__whole" {...slider(range, 'whole')} />
          {(chosen === undefined || chosen === range.id) && (
            <>
              <span className="rp-timeline__edge" data-edge="start" {...slider(range, 'start')} />
              <span className="rp-timeline__edge" data-edge="end" {...slider(range, 'end')} />
            </>
          )}
        </div>
      );
    });
  return (
    <>
      {drawn}
      {stuck !== null && <span className="rp-timeline__stuck" style={{ left: `${shareOf(view, stuck) * 100}%` }} />}
    </>
  );
}
