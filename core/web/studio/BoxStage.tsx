import { useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';

import { PlainButton } from '#core/web/components/PlainButton.tsx';
import { useText } from '#core/web/react/use-text.ts';
import { useReadOnly } from '#core/web/ui/ReadOnly.tsx';
import { followPointer } from './pointer/follow-pointer.ts';
import {
  drawnBox,
  turnedSize,
  wholeBox,
  type Box,
  type BoxLimits,
  type Size,
  type Turn,
} from './stage/box-geometry.ts';
import { StageBoxFrame } from './stage/StageBoxFrame.tsx';
import './BoxStage.css';

export type { Box, Size, Turn } from './stage/box-geometry.ts';
export { boxPixels, mirrorBox, moveBox, turnBox, turnedSize, validBox, wholeBox } from './stage/box-geometry.ts';

/** One box on a stage. */
export interface StageBox {
  id: string;
  /** Shown at its corner while it is chosen, and read by screen readers. */
  name: string;
  /** As shares of the shown picture, after {@link BoxStageProps.turn} and {@link BoxStageProps.mirror}. */
  box: Box;
  /** Pixels that are told of it, when what comes out differs from the box; by default its own, rounded. */
  pixels?: Size;
  /** It is only moved: without handles at its edges. */
  isFixed?: boolean;
}

export interface BoxStageProps {
  /** What the picture is, for screen readers. */
  label: string;
  /** Displayed pixels of the picture before {@link BoxStageProps.turn}; the rotation written in a file is part of it. */
  picture: Size;
  /** Turns the shown picture clockwise; 0 by default. */
  turn?: Turn;
  /** Mirrors the turned picture. */
  mirror?: { across?: boolean; down?: boolean };
  /** The picture: an image, a video, a canvas, or several above each other. Each fills the stage. */
  children: ReactNode;
  /** None by default. */
  boxes?: readonly StageBox[];
  /** The id of the box that has handles; none by default. */
  chosen?: string | null;
  /** Width divided by height that moved edges keep; free by default. */
  ratio?: number | null;
  /** The least width and height in pixels of the picture; 16 by default. */
  least?: number;
  /** Darkens what is outside the chosen box. */
  dims?: boolean;
  /** Shows thirds in the chosen box. */
  thirds?: boolean;
  onChoose?(id: string | null): void;
  /** Called with every movement. */
  onChange?(id: string, box: Box): void;
  /** Called when a box that was moved is let go, by pointer or key. */
  onRelease?(id: string): void;
  /** Lets boxes be drawn on free places. */
  onDraw?(box: Box): void;
  /** Lets the Delete key remove a box. */
  onRemove?(id: string): void;
}

/**
 * A picture with boxes that are drawn, moved and resized by mouse, touch and keys. Its height is at most
 * `--rp-stage-height`, 480 pixels by default; it is as wide as there is room.
 */
export function BoxStage(properties: BoxStageProps) {
  const { label, turn = 0, mirror = {}, children, boxes = [], chosen = null, ratio, least, dims, thirds } = properties;
  const { onChoose, onChange, onRelease, onDraw, onRemove } = properties;
  const isReadOnly = useReadOnly();
  const frame = useRef<HTMLDivElement>(null);
  const picture = turnedSize(properties.picture, turn);
  const limits: BoxLimits = { picture, ratio: ratio ?? null, ...(least === undefined ? {} : { least }) };
  const shown = boxes.find(({ id }) => id === chosen);
  const shape = picture.width / picture.height;
  const style: object = { '--rp-stage-ratio': shape };
  return (
    <div className="rp-stage" role="group" aria-label={label} style={style}>
      <div className="rp-stage__frame" ref={frame}>
        <div className="rp-stage__clip">
          <div className="rp-stage__picture" data-turn={turn} style={pictureStyle(turn, mirror)}>
            {children}
          </div>
          {dims === true && shown !== undefined && <i className="rp-stage__dim" style={placeOf(shown.box)} />}
        </div>
        {!isReadOnly && onDraw !== undefined && (
          <Surface {...{ frame, limits, onDraw }} onChoose={(id) => onChoose?.(id)} />
        )}
        {boxes.map(({ id, name, box, pixels: told, isFixed = false }) => (
          <StageBoxFrame
            key={id}
            {...{ name, box, told, limits, frame, isFixed }}
            isChosen={id === chosen}
            isReadOnly={isReadOnly}
            hasThirds={thirds === true && id === chosen}
            onChoose={() => onChoose?.(id)}
            onChange={(next) => onChange?.(id, next)}
            onRelease={() => onRelease?.(id)}
            onRemove={onRemove === undefined ? undefined : () => onRemove(id)}
          />
        ))}
      </div>
    </div>
  );
}

function placeOf({ x, y, width, height }: Box): CSSProperties {
  const share = (value: number): string => `${value * 100}%`;
  return { left: share(x), top: share(y), width: share(width), height: share(height) };
}

function pictureStyle(
  turn: Turn,
  { across = false, down = false }: NonNullable<BoxStageProps['mirror']>,
): CSSProperties {
  return { transform: `translate(-50%, -50%) scale(${across ? -1 : 1}, ${down ? -1 : 1}) rotate(${turn}deg)` };
}

interface SurfaceProps extends Required<Pick<BoxStageProps, 'onDraw' | 'onChoose'>> {
  frame: { current: HTMLDivElement | null };
  limits: BoxLimits;
}

/** What is below all boxes: a new one is drawn there by dragging, or set in the middle by a key. */
function Surface({ frame, limits, onDraw, onChoose }: SurfaceProps) {
  const t = useText();
  const [drawn, draw] = useState<Box | null>(null);
  const press = (event: PointerEvent<HTMLElement>): void => {
    const bounds = frame.current?.getBoundingClientRect();
    if (bounds === undefined || event.button !== 0) return;
    const from = { x: (event.clientX - bounds.left) / bounds.width, y: (event.clientY - bounds.top) / bounds.height };
    let latest: Box | null = null;
    followPointer(
      event,
      ({ x, y }) => {
        if (latest === null && Math.hypot(x, y) < 4) return;
        latest = drawnBox(from, { x: from.x + x / bounds.width, y: from.y + y / bounds.height }, limits);
        draw(latest);
      },
      (isCancelled) => {
        draw(null);
        if (isCancelled) return;
        if (latest === null) onChoose(null);
        else onDraw(latest);
      },
    );
  };
  const hearKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    const { x, y, width, height } = wholeBox(limits);
    onDraw({ x: x + width / 4, y: y + height / 4, width: width / 2, height: height / 2 });
  };
  return (
    <>
      <PlainButton
        className="rp-stage__surface"
        aria-label={t('shell:studio.draw')}
        onPointerDown={press}
        onKeyDown={hearKey}
      />
      {drawn !== null && <i className="rp-stage__drawn" style={placeOf(drawn)} />}
    </>
  );
}
