import { cloneElement, useEffect, useId, useRef, useState, type ReactElement } from 'react';

import { Layer } from './Layer.tsx';
import './Tooltip.css';

/** So that a pointer passing over it shows nothing. */
const PATIENCE_MILLISECONDS = 250;

export interface TooltipProps {
  /** At most one sentence of additional information; it does not replace a label. */
  text: string;
  side?: 'top' | 'bottom' | 'left' | 'right';
  /** What it is about: one focusable element. */
  children: ReactElement<Record<string, unknown>>;
}

/** Additional information, shown on hover or focus; Esc dismisses it. */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = (milliseconds: number): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(true), milliseconds);
  };
  const hide = (): void => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isOpen) return undefined;
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setOpen(false);
    };
    document.addEventListener('keydown', press, true);
    return () => document.removeEventListener('keydown', press, true);
  }, [isOpen]);

  return (
    <span className="rp-tooltip-place">
      {cloneElement(children, {
        'aria-describedby': isOpen ? id : undefined,
        onMouseEnter: () => show(PATIENCE_MILLISECONDS),
        onMouseLeave: hide,
        onFocus: () => show(0),
        onBlur: hide,
      })}
      <Layer
        isOpen={isOpen}
        position={side}
        height={1080}
        content={
          <div id={id} className="rp-tooltip" role="tooltip">
            {text}
          </div>
        }
      />
    </span>
  );
}
