import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';

import { useText } from '#core/web/react/use-text.ts';
import { followPointer } from './pointer/follow-pointer.ts';
import './BeforeAfter.css';

export interface BeforeAfterProps {
  /** What is compared, for screen readers. */
  label: string;
  /** The picture as it was: an image, a video, a canvas. */
  before: ReactNode;
  /** The picture as it becomes; null while there is none to compare with, which shows the first one alone. */
  after: ReactNode;
  /**
   * The shape in which both are shown, each of them whole: as high as `--rp-compared-height` allows. Without it they are
   * of one shape, and the first one sets the size.
   */
  shape?: { width: number; height: number } | undefined;
}

const STEP = 0.01;
const LARGE_STEP = 0.1;

/** Two pictures above each other; a line that is dragged or moved by keys divides them: before at its left, after at its right. */
export function BeforeAfter({ label, before, after, shape }: BeforeAfterProps) {
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  const [share, set] = useState(0.5);
  const move = (to: number): void => set(Math.max(0, Math.min(1, to)));
  const press = (event: PointerEvent<HTMLElement>): void => {
    const box = frame.current?.getBoundingClientRect();
    if (box === undefined || event.button !== 0) return;
    const from = (event.clientX - box.left) / box.width;
    move(from);
    followPointer(
      event,
      ({ x }) => move(from + x / box.width),
      (isCancelled) => {
        if (isCancelled) set(share);
      },
    );
  };
  const hearKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = event.shiftKey ? LARGE_STEP : STEP;
    const to = {
      ...{ ArrowLeft: share - step, ArrowDown: share - step, ArrowRight: share + step, ArrowUp: share + step },
      ...{ Home: 0, End: 1 },
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move(to);
  };
  const percent = Math.round(share * 100);
  const style: object | undefined = shape && { '--rp-compared-ratio': shape.width / shape.height };
  return (
    <div
      ref={frame}
      className="rp-before-after"
      role="group"
      aria-label={label}
      data-shaped={shape !== undefined || undefined}
      style={style}
    >
      <div className="rp-before-after__picture">{before}</div>
      {after !== null && (
        <>
          <div className="rp-before-after__picture" style={{ clipPath: `inset(0 0 0 ${share * 100}%)` }}>
            {after}
          </div>
          <span className="rp-before-after__name" data-side="before" aria-hidden="true">
            {t('shell:studio.before')}
          </span>
          <span className="rp-before-after__name" data-side="after" aria-hidden="true">
            {t('shell:studio.after')}
          </span>
          <span
            className="rp-before-after__slider"
            role="slider"
            tabIndex={0}
            aria-label={t('shell:studio.divide')}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
            aria-valuetext={t('shell:studio.divide-value', { before: percent, after: 100 - percent })}
            onPointerDown={press}
            onKeyDown={hearKey}
          >
            <i style={{ left: `${share * 100}%` }} />
          </span>
        </>
      )}
    </div>
  );
}
