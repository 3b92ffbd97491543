import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';

/**
 * Wraps a Semi field with a popup and works around two Semi bugs: a closed list refers to an active option that is not
 * rendered; and Esc is swallowed even when nothing is open, so that an enclosing dialog would not close.
 */
export function PatchedField({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const box = place.current?.querySelector('[role="combobox"]') ?? null;
    if (box === null) return undefined;
    const mend = (): void => {
      const isClosed = box.getAttribute('aria-expanded') === 'false';
      // With several to choose, what is typed to search stands in the box and refers to the option as well.
      for (const each of [box, ...box.querySelectorAll('input')]) {
        const named = each.getAttribute('aria-activedescendant');
        if (named !== null && (isClosed || named === '')) each.removeAttribute('aria-activedescendant');
      }
    };
    mend();
    const observer = new MutationObserver(mend);
    observer.observe(box, {
      subtree: true,
      childList: true,
      attributeFilter: ['aria-activedescendant', 'aria-expanded'],
    });
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
