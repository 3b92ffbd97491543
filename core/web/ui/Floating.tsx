import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';

import { focusableIn } from '../components/focus-trap.ts';
import { Layer } from './Layer.tsx';
import './Floating.css';

/** What the button that opens a floating panel must carry. */
export interface FloatingTrigger {
  ref: Ref<HTMLButtonElement>;
  onClick(): void;
  'aria-expanded': boolean;
  'aria-haspopup': 'menu' | 'dialog';
  'aria-controls': string | undefined;
}

/** Where a panel opens, relative to its button; it flips to the other side when there is no room. */
export type Side = 'below-start' | 'below-end' | 'above-start' | 'above-end' | 'beside-start' | 'beside-end';

const POSITIONS = {
  'below-start': 'bottomLeft',
  'below-end': 'bottomRight',
  'above-start': 'topLeft',
  'above-end': 'topRight',
  'beside-start': 'leftTop',
  'beside-end': 'rightBottom',
} as const satisfies Record<Side, string>;

interface FloatingProps {
  kind: 'menu' | 'dialog';
  label: string;
  side: Side;
  trigger(properties: FloatingTrigger): ReactNode;
  /** Handles keys first; events whose default it prevents are ignored here. */
  onKeyDown?(event: KeyboardEvent<HTMLElement>, close: () => void): void;
  children(close: () => void): ReactNode;
}

/**
 * A panel that opens at a button, above everything else and where there is room. It takes the focus, and closes on Esc,
 * on a press outside or when the focus leaves it.
 */
export function Floating({ kind, label, side, trigger, onKeyDown, children }: FloatingProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);

  const close = (): void => {
    setOpen(false);
    button.current?.focus({ preventScroll: true });
  };
  return (
    <span className="rp-floating-place">
      {trigger({
        ref: button,
        onClick: () => setOpen(!isOpen),
        'aria-expanded': isOpen,
        'aria-haspopup': kind,
        'aria-controls': isOpen ? id : undefined,
      })}
      <Layer
        isOpen={isOpen}
        position={POSITIONS[side]}
        content={
          <FloatingPanel
            id={id}
            kind={kind}
            label={label}
            opener={button}
            onKeyDown={(event) => onKeyDown?.(event, close)}
            onLeave={() => setOpen(false)}
            onEnd={close}
          >
            {children(close)}
          </FloatingPanel>
        }
      />
    </span>
  );
}

interface PanelProps {
  id: string;
  kind: 'menu' | 'dialog';
  label: string;
  opener: { readonly current: HTMLElement | null };
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
  /** The user has moved elsewhere. */
  onLeave(): void;
  /** The user is done: return the focus to the button. */
  onEnd(): void;
  children: ReactNode;
}

/** The panel itself: it takes the focus, and says when the user is done or has moved elsewhere. */
export function FloatingPanel({ id, kind, label, opener, onKeyDown, onLeave, onEnd, children }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const leave = useRef(onLeave);
  leave.current = onLeave;

  useEffect(() => {
    const first = panel.current === null ? undefined : firstStop(panel.current);
    (first ?? panel.current)?.focus({ preventScroll: true });
    const elsewhere = ({ target }: Event): void => {
      if (!(target instanceof Element) || panel.current?.contains(target) === true) return;
      if (opener.current?.contains(target) === true) return;
      // A list or calendar opened by one of the panel's own fields.
      if (target.closest('.semi-portal') !== null) return;
      leave.current();
    };
    document.addEventListener('pointerdown', elsewhere);
    document.addEventListener('focusin', elsewhere);
    return () => {
      document.removeEventListener('pointerdown', elsewhere);
      document.removeEventListener('focusin', elsewhere);
    };
  }, [opener]);

  const press = (event: KeyboardEvent<HTMLElement>): void => {
    onKeyDown(event);
    if (event.defaultPrevented) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      // Keep an enclosing dialog open.
      event.stopPropagation();
      onEnd();
    } else if (event.key === 'Tab' && isAtEdge(event.currentTarget, event.shiftKey)) {
      // The panel is at the end of the document: Tab continues from its button instead.
      if (event.shiftKey) event.preventDefault();
      onEnd();
    }
  };

  return (
    <div
      ref={panel}
      id={id}
      className={`rp-floating rp-floating--${kind}`}
      role={kind}
      aria-label={label}
      tabIndex={-1}
      onKeyDown={press}
    >
      {children}
    </div>
  );
}

function firstStop(panel: HTMLElement): HTMLElement | undefined {
  return panel.querySelector<HTMLElement>('[data-autofocus], [aria-checked="true"]') ?? stopsIn(panel)[0];
}

/** Menu items are not tab stops of their own. */
function stopsIn(panel: HTMLElement): HTMLElement[] {
  return panel.getAttribute('role') === 'menu'
    ? [...panel.querySelectorAll<HTMLElement>('[role^="menuitem"]')]
    : focusableIn(panel);
}

function isAtEdge(panel: HTMLElement, isBackward: boolean): boolean {
  if (panel.getAttribute('role') === 'menu') return true;
  const stops = focusableIn(panel);
  const now = document.activeElement;
  return isBackward ? now === stops[0] || now === panel : now === stops.at(-1) || stops.length === 0;
}
