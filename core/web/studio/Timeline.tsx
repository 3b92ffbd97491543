import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

import { IconButton } from '#core/web/components/IconButton.tsx';
import { PlainButton } from '#core/web/components/PlainButton.tsx';
import { useElementWidth } from '#core/web/react/use-element-width.ts';
import { useText } from '#core/web/react/use-text.ts';
import { constantGrid, frameAt, frameStart, type FrameGrid } from './frames/frame-grid.ts';
import { lengthCode, timecode } from './frames/timecode.ts';
import type { TimeRange } from './playback/range.ts';
import { Landmarks, PicturesRow, Ruler, SoundRow } from './timeline/TimelineRows.tsx';
import { TimelineRanges, type TimelineRange } from './timeline/TimelineRanges.tsx';
import type { Sprite } from './timeline/sprite-frame.ts';
import { panView, shareOf, validView, viewWith, wholeView, zoomView, type ViewLimits } from './timeline/time-scale.ts';
import { useViewGestures } from './timeline/use-view-gestures.ts';
import './Timeline.css';

export type { Sprite } from './timeline/sprite-frame.ts';
export type { TimelineRange } from './timeline/TimelineRanges.tsx';

/** A named time. */
export interface TimelineMarker {
  id: string;
  name: string;
  seconds: number;
}

export interface TimelineProps {
  /** What it is the time of, for screen readers. */
  label: string;
  /** Seconds of the material. */
  duration: number;
  /** Seconds at which the player is; 0 by default. */
  time?: number;
  /** Frames that edges and keys keep to; 30 in a second by default. */
  grid?: FrameGrid;
  /** A sheet of small pictures of the material, as materials have it. */
  sprite?: Sprite | null;
  /** The outline of its sound, base64, as materials have it. */
  peaks?: string | null;
  ranges?: readonly TimelineRange[];
  /** The range whose edges have handles, where there are too many for all to; null for none, all by default. */
  chosen?: string | null;
  /** The least seconds of a range; one frame by default. */
  least?: number;
  markers?: readonly TimelineMarker[];
  /** Stretches that stand out in its sound, such as speech; edges of ranges stick to theirs. */
  stretches?: readonly TimeRange[];
  /** Seconds at which a thin line is drawn, such as where a shot begins; edges of ranges stick to them. */
  lines?: readonly number[];
  /** Where there is a player: called with the time that is pressed, or moved to by keys. */
  onSeek?(seconds: number): void;
  /** Called with every movement of a range; without it, ranges stay where they are. */
  onRange?(id: string, range: TimeRange): void;
  /** Called when a range that was moved is let go. */
  onRelease?(id: string): void;
  /** Called when a range gets the focus, also by being pressed. */
  onFocus?(id: string): void;
}

const DEFAULT_GRID = constantGrid(30);
/** Of a timeline without a player. */
const nobody = (): void => undefined;
const ZOOM = 1.6;
/** Frames that are seen at the highest zoom. */
const FEWEST_FRAMES = 10;

/**
 * The time of a material with its pictures, its sound, ranges and markers. It is zoomed by pinching, by the wheel with
 * Ctrl, by `+` and `-`, and moved by the wheel with Shift and by Page up and Page down. Only what is seen is drawn.
 */
export function Timeline(properties: TimelineProps) {
  const {
    label,
    duration,
    time = 0,
    grid = DEFAULT_GRID,
    sprite,
    peaks,
    ranges = [],
    chosen: handled,
    least,
    markers = [],
    stretches = [],
    lines = [],
  } = properties;
  const { onSeek = nobody, onRange, onRelease, onFocus } = properties;
  const isPlayed = onSeek !== nobody;
  const t = useText();
  const place = useRef<HTMLDivElement>(null);
  const width = useElementWidth(place);
  const frame = frameStart(grid, 1) - frameStart(grid, 0);
  const limits: ViewLimits = { duration, shortest: frame * FEWEST_FRAMES };
  const [chosen, choose] = useState(() => wholeView(limits));
  const [seen, see] = useState({ duration, time });
  let view = validView(chosen, limits);
  // Another material is shown whole, and what plays stays in sight.
  if (seen.duration !== duration || seen.time !== time) {
    view = seen.duration === duration ? viewWith(view, time, limits) : wholeView(limits);
    see({ duration, time });
    choose(view);
  }
  useViewGestures(place, { view, limits, choose, onSeek });

  const zoom = (factor: number): void => {
    const share = shareOf(view, time);
    choose(zoomView(view, factor, share >= 0 && share <= 1 ? share : 0.5, limits));
  };
  const hearKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = (frames: number) => () => onSeek(frameStart(grid, Math.max(0, frameAt(grid, time) + frames)));
    const far = event.shiftKey ? Math.round(1 / frame) : 1;
    const command = {
      ...{
        '+': () => zoom(ZOOM),
        '=': () => zoom(ZOOM),
        '-': () => zoom(1 / ZOOM),
        '0': () => choose(wholeView(limits)),
      },
      ...{ PageUp: () => choose(panView(view, -0.8, limits)), PageDown: () => choose(panView(view, 0.8, limits)) },
      ...(event.target instanceof HTMLElement && event.target.dataset['playhead'] !== undefined
        ? {
            ...{ ArrowLeft: step(-far), ArrowDown: step(-far), ArrowRight: step(far), ArrowUp: step(far) },
            ...{ Home: () => onSeek(0), End: () => onSeek(duration) },
          }
        : {}),
    }[event.key];
    if (command === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    command();
  };
  const targets = [
    ...markers.map(({ seconds }) => seconds),
    ...lines,
    ...stretches.flatMap(({ start, end }) => [start, end]),
  ];
  const percent = (seconds: number): string => `${shareOf(view, seconds) * 100}%`;
  const isSeen = (seconds: number): boolean => shareOf(view, seconds) >= 0 && shareOf(view, seconds) <= 1;

  return (
    <div className="rp-timeline" role="group" aria-label={label} onKeyDown={hearKey}>
      <div className="rp-timeline__view" ref={place} data-still={isPlayed ? undefined : ''}>
        <Ruler {...{ view, width }} />
        {sprite !== undefined && sprite !== null && <PicturesRow {...{ view, width, sprite, duration }} />}
        {peaks !== undefined && peaks !== null && <SoundRow {...{ view, width, peaks, duration }} />}
        <Landmarks {...{ view, stretches, lines }} />
        <TimelineRanges
          {...{ ranges, view, width, grid, duration, time, targets, onRange, onRelease, onFocus, onSeek }}
          chosen={handled}
          least={least ?? frame}
        />
        {markers
          .filter(({ seconds }) => isSeen(seconds))
          .map(({ id, name, seconds }) => (
            <PlainButton
              key={id}
              className="rp-timeline__marker"
              style={{ left: percent(seconds) }}
              title={name}
              aria-label={t('shell:studio.marker', { name, time: timecode(grid, seconds) })}
              onPointerDown={(event) => event.stopPropagation()}
              onClick={() => onSeek(seconds)}
            />
          ))}
        {isPlayed && (
          <span
            className="rp-timeline__head"
            style={{ left: percent(Math.max(view.start, Math.min(time, view.start + view.length))) }}
            data-playhead=""
            data-away={isSeen(time) ? undefined : ''}
            role="slider"
            tabIndex={0}
            aria-label={t('shell:player.seek')}
            aria-valuemin={0}
            aria-valuemax={duration}
            aria-valuenow={time}
            aria-valuetext={t('shell:player.position', {
              time: timecode(grid, time),
              duration: lengthCode(grid, duration),
            })}
          />
        )}
      </div>
      <div className="rp-timeline__foot">
        <Overview {...{ view, limits, choose, duration }} />
        <IconButton icon="minus" size="small" label={t('shell:studio.zoom-out')} onClick={() => zoom(1 / ZOOM)} />
        <IconButton icon="plus" size="small" label={t('shell:studio.zoom-in')} onClick={() => zoom(ZOOM)} />
        <IconButton
          icon="fullscreen"
          size="small"
          label={t('shell:studio.zoom-whole')}
          onClick={() => choose(wholeView(limits))}
        />
      </div>
    </div>
  );
}

interface OverviewProps {
  view: { start: number; length: number };
  limits: ViewLimits;
  duration: number;
  choose(view: { start: number; length: number }): void;
}

/** Which part of the material is seen; pressing or dragging it shows another one. The keyboard has Page up and down. */
function Overview({ view, limits, duration, choose }: OverviewProps) {
  const bar = useRef<HTMLDivElement>(null);
  const latest = useRef(view);
  useEffect(() => {
    latest.current = view;
  });
  const go = (x: number): void => {
    const box = bar.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return;
    const { length } = latest.current;
    choose(validView({ length, start: ((x - box.left) / box.width) * duration - length / 2 }, limits));
  };
  return (
    <div
      ref={bar}
      className="rp-timeline__overview"
      aria-hidden="true"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event.clientX);
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && go(event.clientX)}
    >
      <i
        style={{
          left: `${(view.start / Math.max(duration, 1e-3)) * 100}%`,
          width: `${Math.min(1, view.length / Math.max(duration, 1e-3)) * 100}%`,
        }}
      />
    </div>
  );
}
