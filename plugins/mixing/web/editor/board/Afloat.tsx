import { useLayoutEffect, useRef, type ReactNode } from 'react';

const GAP = 4;
const EDGE = 8;

/** What a menu of the board holds: it floats over the board, whose columns scroll and would cut it off. */
export function Afloat({ children }: { children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const panel = content.current?.closest<HTMLElement>('.rp-popover__panel') ?? null;
    const button = panel?.previousElementSibling ?? null;
    if (panel === null || button === null) return;
    const at = button.getBoundingClientRect();
    panel.style.position = 'fixed';
    panel.style.inset = 'auto';
    panel.style.maxHeight = `${window.innerHeight - 2 * EDGE}px`;
    panel.style.overflowY = 'auto';
    const { offsetWidth: width, offsetHeight: height } = panel;
    const left = Math.max(EDGE, Math.min(at.right - width, window.innerWidth - width - EDGE));
    const isBelow = at.bottom + GAP + height <= window.innerHeight - EDGE;
    const top = isBelow ? at.bottom + GAP : Math.max(EDGE, at.top - GAP - height);
    panel.style.left = `${left}px`;
    panel.style.top = `${top}px`;
  }, []);
  return (
    <div ref={content} role="none">
      {children}
    </div>
  );
}
