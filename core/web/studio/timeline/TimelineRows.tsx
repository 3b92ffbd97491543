import { useMemo } from 'react';

import { clock } from '#core/web/i18n/clock.ts';
import type { TimeRange } from '../playback/range.ts';
import { levelsOf, loudnessIn } from './peaks.ts';
import { spriteFrame, type Sprite } from './sprite-frame.ts';
import { rulerTicks, shareOf, thumbnailsIn, type TimeView } from './time-scale.ts';

interface RowProps {
  view: TimeView;
  /** Pixels. */
  width: number;
}

/** Pixels of a row of pictures. */
const PICTURES_HEIGHT = 48;
/** Pixels from one bar of sound to the next. */
const BAR = 3;

/** Times above everything else. */
export function Ruler({ view, width }: RowProps) {
  return (
    <div className="rp-timeline__ruler" aria-hidden="true">
      {rulerTicks(view, width).map((tick) => (
        <span key={tick} style={{ left: `${shareOf(view, tick) * 100}%` }}>
          {tickWords(tick)}
        </span>
      ))}
    </div>
  );
}

/** Small pictures of what is seen. */
export function PicturesRow({ view, width, sprite, duration }: RowProps & { sprite: Sprite; duration: number }) {
  const wanted = (PICTURES_HEIGHT * sprite.width) / sprite.height;
  return (
    <div className="rp-timeline__pictures" aria-hidden="true">
      {thumbnailsIn(view, width, wanted, duration).map(({ key, start, length }) => (
        <span
          key={key}
          style={{ left: `${shareOf(view, start) * 100}%`, width: `${(length / view.length) * 100}%` }}
          className="rp-timeline__picture"
        >
          <i
            style={{
              aspectRatio: `${sprite.width} / ${sprite.height}`,
              ...spriteFrame(sprite, (start + length / 2) / duration),
            }}
          />
        </span>
      ))}
    </div>
  );
}

/** The outline of the sound of what is seen. */
export function SoundRow({ view, width, peaks, duration }: RowProps & { peaks: string; duration: number }) {
  const levels = useMemo(() => levelsOf(peaks), [peaks]);
  const columns = Math.max(1, Math.floor(width / BAR));
  const path = useMemo(
    () =>
      loudnessIn(levels, view, duration, columns)
        .map(
          (loud, column) =>
            `M${column + 0.5} ${(50 - Math.max(2, loud * 48)).toFixed(1)}V${(50 + Math.max(2, loud * 48)).toFixed(1)}`,
        )
        .join(''),
    [levels, view, duration, columns],
  );
  return (
    <svg
      className="rp-timeline__sound"
      viewBox={`0 0 ${columns} 100`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );
}

/** What stands out in the material, as far as it is seen: stretches of its sound, and moments as lines. */
export function Landmarks({
  view,
  stretches,
  lines,
}: {
  view: TimeView;
  stretches: readonly TimeRange[];
  lines: readonly number[];
}) {
  const end = view.start + view.length;
  return (
    <>
      {stretches
        .filter((stretch) => stretch.end > view.start && stretch.start < end)
        .map((stretch) => {
          const left = shareOf(view, stretch.start);
          const style = { left: `${left * 100}%`, width: `${(shareOf(view, stretch.end) - left) * 100}%` };
          return <span key={stretch.start} className="rp-timeline__stretch" style={style} aria-hidden="true" />;
        })}
      {lines
        .filter((line) => line > view.start && line < end)
        .map((line) => (
          <span
            key={line}
            className="rp-timeline__line"
            style={{ left: `${shareOf(view, line) * 100}%` }}
            aria-hidden="true"
          />
        ))}
    </>
  );
}

/** For example `1:05`, `1:00:05`, `0:07.5`. */
function tickWords(seconds: number): string {
  const whole = Math.floor(seconds + 1e-6);
  const part = Math.round((seconds - whole) * 10);
  return `${clock(whole)}${part > 0 ? `.${part}` : ''}`;
}
