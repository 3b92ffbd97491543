import type { Undo } from '../scope.ts';

/** Until the first `dragover` of an element, browsers go by what `dragenter` said. */
const EVENTS = ['dragenter', 'dragover', 'drop'] as const;

/** Keeps the browser from navigating to a file that is dropped outside every drop zone. */
export function preventStrayDrops(): Undo {
  const prevent = (event: DragEvent): void => {
    const { dataTransfer, target } = event;
    if (event.defaultPrevented || dataTransfer === null || !dataTransfer.types.includes('Files')) return;
    // A file input handles its own drops.
    if (target instanceof HTMLInputElement && target.type === 'file') return;
    event.preventDefault();
    dataTransfer.dropEffect = 'none';
  };
  for (const event of EVENTS) window.addEventListener(event, prevent);
  return () => {
    for (const event of EVENTS) window.removeEventListener(event, prevent);
  };
}
