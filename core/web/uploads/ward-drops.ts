import type { Undo } from '../scope.ts';

/** Keeps the browser from opening, in place of the page, a file that is dropped beside everything that takes files. */
export function wardDrops(): Undo {
  const ward = (event: DragEvent): void => {
    const { dataTransfer, target } = event;
    if (event.defaultPrevented || dataTransfer === null || !dataTransfer.types.includes('Files')) return;
    // A field for files takes them by itself.
    if (target instanceof HTMLInputElement && target.type === 'file') return;
    event.preventDefault();
    dataTransfer.dropEffect = 'none';
  };
  window.addEventListener('dragover', ward);
  window.addEventListener('drop', ward);
  return () => {
    window.removeEventListener('dragover', ward);
    window.removeEventListener('drop', ward);
  };
}
