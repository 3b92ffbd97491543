import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';

import './Popover.css';

/** The attributes that the button of a {@link Popover} must have. */
export interface PopoverTrigger {
  ref: Ref<HTMLButtonElement>;
  onClick(): void;
  'aria-expanded': boolean;
  'aria-haspopup': 'menu' | 'dialog';
  'aria-controls': string;
}

export interface PopoverProps {
  /** `menu`: a list of choices navigated with the arrow keys; `dialog`: anything else. */
  kind: 'menu' | 'dialog';
  /** Labels the popover. */
  label: string;
  /** Where it opens relative to its button. */
  side?: 'below-end' | 'above-start' | 'below-start' | 'beside-end';
  trigger(properties: PopoverTrigger): ReactNode;
  /** @param close closes the popover and returns the focus to its button */
  children(close: () => void): ReactNode;
}

/** A panel that opens from a button and closes with Esc, on a press outside or when the focus leaves it. */
export function Popover({ kind, label, side = 'below-end', trigger, children }: PopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const whole = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return undefined;
    (focusable(panel.current)[0] ?? panel.current)?.focus({ preventScroll: true });
    const elsewhere = (event: Event): void => {
      if (event.target instanceof Node && whole.current?.contains(event.target) === false) setOpen(false);
    };
    document.addEventListener('pointerdown', elsewhere);
    document.addEventListener('focusin', elsewhere);
    return () => {
      document.removeEventListener('pointerdown', elsewhere);
      document.removeEventListener('focusin', elsewhere);
    };
  }, [isOpen]);

  const close = (): void => {
    setOpen(false);
    button.current?.focus({ preventScroll: true });
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.preventDefault();
      close();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (kind !== 'menu' || (step === undefined && event.key !== 'Home' && event.key !== 'End')) return;
    event.preventDefault();
    const items = focusable(panel.current);
    const at = items.indexOf(document.activeElement as HTMLElement);
    const next = step === undefined ? (event.key === 'Home' ? 0 : items.length - 1) : at + step;
    items.at(next % Math.max(1, items.length))?.focus();
  };

  return (
    <div ref={whole} className="rp-popover">
      {trigger({
        ref: button,
        onClick: () => setOpen(!isOpen),
        'aria-expanded': isOpen,
        'aria-haspopup': kind,
        'aria-controls': id,
      })}
      {isOpen && (
        <div
          ref={panel}
          id={id}
          className={`rp-popover__panel rp-popover__panel--${side}`}
          role={kind}
          aria-label={label}
          tabIndex={-1}
          onKeyDown={press}
        >
          {children(close)}
        </div>
      )}
    </div>
  );
}

function focusable(panel: HTMLElement | null): HTMLElement[] {
  return [...(panel?.querySelectorAll<HTMLElement>('a[href], button:not([disabled]), input, [tabindex="0"]') ?? [])];
}
