import { useId, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react';

import { useText } from '#core/web/react/use-text.ts';
import { followPointer } from '../pointer/follow-pointer.ts';
import { boxPixels, moveBox, resizeBox, type Box, type BoxLimits, type Grip, type Size } from './box-geometry.ts';

const CORNERS: readonly Grip[] = [
  { across: -1, down: -1 },
  { across: 1, down: -1 },
  { across: -1, down: 1 },
  { across: 1, down: 1 },
];
const EDGES = [
  { side: 'left', across: -1, down: 0 },
  { side: 'top', across: 0, down: -1 },
  { side: 'right', across: 1, down: 0 },
  { side: 'bottom', across: 0, down: 1 },
] as const;

/** Pixels of the picture that an arrow key moves. */
const STEP = 1;
const LARGE_STEP = 10;

interface StageBoxFrameProps {
  name: string;
  box: Box;
  /** What is told instead of its own pixels. */
  told: Size | undefined;
  limits: BoxLimits;
  frame: { current: HTMLDivElement | null };
  isChosen: boolean;
  isReadOnly: boolean;
  isFixed: boolean;
  hasThirds: boolean;
  onChoose(): void;
  onChange(box: Box): void;
  onRelease(): void;
  onRemove: (() => void) | undefined;
}

/** A box: its middle moves it, edges and corners resize it. Keys reach the middle and the four edges. */
export function StageBoxFrame(properties: StageBoxFrameProps) {
  const { name, box, told, limits, frame, isChosen, isReadOnly, isFixed, hasThirds } = properties;
  const { onChoose, onChange, onRelease, onRemove } = properties;
  const t = useText();
  const helpId = useId();
  const { picture } = limits;
  const pixels = boxPixels(box, picture);
  const { width, height } = told ?? pixels;
  const value = t('shell:studio.box-value', { ...pixels, width, height });

  /** @param grip null moves the whole box */
  const changed = (grip: Grip | null, x: number, y: number): Box =>
    grip === null ? moveBox(box, x, y) : resizeBox(box, grip, x, y, limits);
  const drag = (event: PointerEvent<HTMLElement>, grip: Grip | null): void => {
    const bounds = frame.current?.getBoundingClientRect();
    if (bounds === undefined || event.button !== 0) return;
    event.stopPropagation();
    onChoose();
    followPointer(
      event,
      ({ x, y }) => onChange(changed(grip, x / bounds.width, y / bounds.height)),
      (isCancelled) => {
        if (isCancelled) onChange(box);
        else onRelease();
      },
    );
  };
  const hearKey = (event: KeyboardEvent, grip: Grip | null): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (grip === null && onRemove !== undefined && (event.key === 'Delete' || event.key === 'Backspace')) {
      event.preventDefault();
      onRemove();
      return;
    }
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (way === undefined) return;
    event.preventDefault();
    // The player around it would step to another picture.
    event.stopPropagation();
    const [x = 0, y = 0] = way;
    const step = event.shiftKey ? LARGE_STEP : STEP;
    onChange(changed(grip, (x * step) / picture.width, (y * step) / picture.height));
    onRelease();
  };

  const style: CSSProperties = {
    left: `${box.x * 100}%`,
    top: `${box.y * 100}%`,
    width: `${box.width * 100}%`,
    height: `${box.height * 100}%`,
  };
  const keys = isReadOnly ? {} : { tabIndex: 0 };
  // One as wide as the picture has no other way to go.
  const isUpright = box.width >= 1;
  return (
    <div className="rp-box" data-chosen={isChosen || undefined} data-fixed={isFixed || undefined} style={style}>
      <span
        className="rp-box__body"
        role="slider"
        {...keys}
        aria-roledescription={t('shell:studio.box')}
        aria-label={name}
        aria-valuemin={0}
        aria-orientation={isUpright ? 'vertical' : undefined}
        aria-valuemax={Math.round(isUpright ? picture.height : picture.width)}
        aria-valuenow={isUpright ? pixels.y : pixels.x}
        aria-valuetext={value}
        aria-describedby={isReadOnly ? undefined : helpId}
        aria-disabled={isReadOnly || undefined}
        {...(isReadOnly
          ? {}
          : {
              onPointerDown: (event: PointerEvent<HTMLElement>) => drag(event, null),
              onKeyDown: (event: KeyboardEvent) => hearKey(event, null),
              onFocus: onChoose,
            })}
      />
      <span className="rp-visually-hidden" id={helpId}>
        {t(
          isFixed
            ? 'shell:studio.box-help-fixed'
            : onRemove === undefined
              ? 'shell:studio.box-help'
              : 'shell:studio.box-help-remove',
        )}
      </span>
      {hasThirds && <i className="rp-box__thirds" />}
      {isChosen && !isFixed && (
        <span className="rp-box__name" aria-hidden="true">
          {name} · {width} × {height}
        </span>
      )}
      {isChosen && !isReadOnly && !isFixed && (
        <>
          {EDGES.map(({ side, ...grip }) => {
            const isAcross = grip.across !== 0;
            const length = isAcross ? picture.width : picture.height;
            const start = isAcross ? pixels.x : pixels.y;
            const size = isAcross ? pixels.width : pixels.height;
            const at = side === 'left' || side === 'top' ? start : start + size;
            return (
              <span
                key={side}
                className="rp-box__edge"
                data-side={side}
                role="slider"
                tabIndex={0}
                aria-orientation={isAcross ? 'horizontal' : 'vertical'}
                aria-label={t(`shell:studio.box-${side}`, { name })}
                aria-valuemin={0}
                aria-valuemax={Math.round(length)}
                aria-valuenow={at}
                aria-valuetext={t('shell:studio.edge-value', { at, size })}
                onPointerDown={(event) => drag(event, grip)}
                onKeyDown={(event) => hearKey(event, grip)}
              />
            );
          })}
          {CORNERS.map((grip) => (
            <span
              key={`${grip.across}${grip.down}`}
              className="rp-box__corner"
              data-across={grip.across}
              data-down={grip.down}
              aria-hidden="true"
              onPointerDown={(event) => drag(event, grip)}
            />
          ))}
        </>
      )}
    </div>
  );
}
