import { useEffect, useRef, type PointerEvent, type RefObject } from 'react';

import { useEditor } from '../store/use-editor.ts';

/** Nearer than this it is a press. */
const DISTANCE = 5;
/** What is pressed or dragged itself. */
const TAKEN = 'button, input, a, header, footer, .rp-ed-clip, [role="menu"]';

/** Chooses clips by a band drawn over the board with a mouse; with Ctrl, Shift or ⌘ beside those chosen before. */
export function useClipBand(board: RefObject<HTMLElement | null>): {
  frame: RefObject<HTMLDivElement | null>;
  down(event: PointerEvent<HTMLElement>): void;
} {
  const { chosen } = useEditor();
  const frame = useRef<HTMLDivElement>(null);
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);

  return {
    frame,
    down({ button, pointerType, target, clientX: x, clientY: y, ctrlKey, metaKey, shiftKey }) {
      const element = board.current;
      if (button !== 0 || pointerType !== 'mouse' || element === null) return;
      if (!(target instanceof Element) || target.closest(TAKEN) !== null) return;
      const before = ctrlKey || metaKey || shiftKey ? chosen.clips : [];
      chosen.replace(before);
      const move = (event: globalThis.PointerEvent): void => {
        const [left, right] = [Math.min(x, event.clientX), Math.max(x, event.clientX)];
        const [top, bottom] = [Math.min(y, event.clientY), Math.max(y, event.clientY)];
        if (frame.current === null || Math.max(right - left, bottom - top) < DISTANCE) return;
        event.preventDefault();
        const box = element.getBoundingClientRect();
        Object.assign(frame.current.style, {
          ...{ display: 'block', left: `${left - box.left}px`, top: `${top - box.top}px` },
          ...{ width: `${right - left}px`, height: `${bottom - top}px` },
        });
        const touched = [...element.querySelectorAll<HTMLElement>('[data-clip]')].flatMap((clip) => {
          const at = clip.getBoundingClientRect();
          if (at.left > right || at.right < left || at.top > bottom || at.bottom < top) return [];
          const group = clip.closest<HTMLElement>('[data-group]')?.dataset['group'];
          const material = clip.dataset['clip'];
          return group === undefined || material === undefined ? [] : [{ group, material }];
        });
        chosen.replace([...before, ...touched]);
      };
      const end = (): void => {
        frame.current?.removeAttribute('style');
        window.removeEventListener('pointermove', move);
        window.removeEventListener('pointerup', end);
        window.removeEventListener('pointercancel', end);
      };
      stop.current = end;
      window.addEventListener('pointermove', move);
      window.addEventListener('pointerup', end);
      window.addEventListener('pointercancel', end);
    },
  };
}
