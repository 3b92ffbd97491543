import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';

/**
 * Goes around a field of Semi that floats something. It mends what Semi gets wrong: a closed list names the option that
 * it would begin with, which is drawn nowhere; and Esc is swallowed though nothing is open, so that a dialog around it
 * would not close.
 */
export function MendedField({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const box = place.current?.querySelector('[role="combobox"]') ?? null;
    if (box === null) return undefined;
    const mend = (): void => {
      const named = box.getAttribute('aria-activedescendant');
      const isClosed = box.getAttribute('aria-expanded') === 'false';
      if (named !== null && (isClosed || named === '')) box.removeAttribute('aria-activedescendant');
    };
    mend();
    const observer = new MutationObserver(mend);
    observer.observe(box, { attributeFilter: ['aria-activedescendant', 'aria-expanded'] });
    return () => observer.disconnect();
  }, []);

  const passOn = (event: KeyboardEvent<HTMLElement>): void => {
    const { currentTarget, target, key } = event;
    if (key !== 'Escape' || target === currentTarget) return;
    if (currentTarget.querySelector('[aria-expanded="true"], [data-open="true"]') !== null) return;
    event.stopPropagation();
    currentTarget.dispatchEvent(new globalThis.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  };
  return (
    <div ref={place} onKeyDownCapture={passOn}>
      {children}
    </div>
  );
}
