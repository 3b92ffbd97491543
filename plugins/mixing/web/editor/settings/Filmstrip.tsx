import { useRef, type KeyboardEvent, type PointerEvent } from 'react';

import { useText } from '#core/web/react/use-text.ts';
import { useReadOnly } from '#core/web/ui/ReadOnly.tsx';

import type { Material } from '#plugins/materials/api.ts';
import type { MixWindow } from '../store/edit-project.ts';
import { followPointer } from '#core/web/studio/pointer/follow-pointer.ts';
import { spriteFrame } from '#core/web/studio/timeline/sprite-frame.ts';
import { moveEdge, moveWindow } from './windows.ts';
import './Filmstrip.css';

/** Adjacent pictures. */
const PICTURES = 8;
const STEP = 0.1;
const LARGE_STEP = 1;

interface FilmstripProps {
  material: Material;
  windows: readonly MixWindow[];
  /** One of them is about to be moved. */
  onFocus(index: number): void;
  onWindow(index: number, window: MixWindow): void;
}

type Part = 'start' | 'end' | 'whole';

/** A clip from end to end, with the stretches that are used; their edges are dragged, or moved by arrow keys. */
export function Filmstrip({ material, windows, onFocus, onWindow }: FilmstripProps) {
  const t = useText();
  const isReadOnly = useReadOnly();
  const strip = useRef<HTMLDivElement>(null);
  const length = material.seconds ?? 1;
  const place = (seconds: number) => `${(seconds / length) * 100}%`;

  const move = (index: number, part: Part, to: number): void => {
    const window = windows[index];
    if (window === undefined) return;
    onWindow(index, part === 'whole' ? moveWindow(window, to, length) : moveEdge(window, part, to, length));
  };
  const drag = (event: PointerEvent<HTMLElement>, index: number, part: Part): void => {
    const window = windows[index];
    const box = strip.current?.getBoundingClientRect();
    if (window === undefined || box === undefined || event.button !== 0) return;
    const from = part === 'end' ? window.end : window.start;
    followPointer(event, ({ x }) => move(index, part, from + (x / box.width) * length));
  };
  const press = (event: KeyboardEvent, index: number, part: Part, at: number): void => {
    const step = event.shiftKey ? LARGE_STEP : STEP;
    const to = {
      ...{ ArrowLeft: at - step, ArrowDown: at - step, ArrowRight: at + step, ArrowUp: at + step },
      ...{ Home: 0, End: length },
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(index, part, to);
  };
  const slider = (index: number, part: Part, { start, end }: MixWindow) => {
    const at = part === 'end' ? end : start;
    return {
      role: 'slider',
      tabIndex: isReadOnly ? undefined : 0,
      'aria-disabled': isReadOnly || undefined,
      'aria-label': t(`mixing:editor.window-${part}`, { number: index + 1 }),
      'aria-valuemin': 0,
      'aria-valuemax': length,
      'aria-valuenow': at,
      'aria-valuetext': t('mixing:editor.window-value', { start, end, seconds: Math.round((end - start) * 10) / 10 }),
      ...(isReadOnly
        ? {}
        : {
            onPointerDown: (event: PointerEvent<HTMLElement>) => drag(event, index, part),
            onKeyDown: (event: KeyboardEvent) => press(event, index, part, at),
          }),
    } as const;
  };

  return (
    <div ref={strip} className="rp-ed-film">
      <div className="rp-ed-film__pictures" aria-hidden="true">
        {Array.from({ length: PICTURES }, (_, index) => (
          <Frame key={index} material={material} part={(index + 0.5) / PICTURES} />
        ))}
      </div>
      {windows.map((window, index) => (
        <div
          key={index}
          className="rp-ed-film__window"
          onFocus={() => onFocus(index)}
          style={{ left: place(window.start), width: place(window.end - window.start) }}
        >
          <span className="rp-ed-film__whole" {...slider(index, 'whole', window)} />
          <span className="rp-ed-film__edge" data-edge="start" {...slider(index, 'start', window)} />
          <span className="rp-ed-film__edge" data-edge="end" {...slider(index, 'end', window)} />
        </div>
      ))}
    </div>
  );
}

function Frame({ material, part }: { material: Material; part: number }) {
  const style = spriteFrame(material.sprite, part);
  return (
    <span
      style={
        style ??
        (material.poster === null
          ? undefined
          : { backgroundImage: `url(${JSON.stringify(material.poster)})`, backgroundSize: 'cover' })
      }
    />
  );
}
