import type { Undo } from '../scope.ts';

/** Between its first look at another element and the next, a browser goes by what `dragenter` said. */
const EVENTS = ['dragenter', 'dragover', 'drop'] as const;

/** Keeps the browser from opening, in place of the page, a file that is dropped beside everything that takes files. */
export function preventStrayDrops(): Undo {
  const prevent = (event: DragEvent): void => {
    const { dataTransfer, target } = event;
    if (event.defaultPrevented || dataTransfer === null || !dataTransfer.types.includes('Files')) return;
    // A field for files takes them by itself.
    if (target instanceof HTMLInputElement && target.type === 'file') return;
    event.preventDefault();
    dataTransfer.dropEffect = 'none';
  };
  for (const event of EVENTS) window.addEventListener(event, prevent);
  return () => {
    for (const event of EVENTS) window.removeEventListener(event, prevent);
  };
}
