import { hasFiles as isFromComputer } from '#core/web/uploads/dropped-files.ts';

/** What a drag of materials carries: their ids, as JSON. */
export const MATERIALS_TYPE = 'application/x-reelport-materials';
/** What a drag of a folder carries: its id in a list, as JSON. */
export const FOLDERS_TYPE = 'application/x-reelport-folders';

/** Marks a drag, with a label in place of the picture of what was pressed. */
export function setDragged(transfer: DataTransfer, type: string, ids: readonly string[], text: string): void {
  transfer.effectAllowed = 'move';
  transfer.setData(type, JSON.stringify(ids));
  const label = document.createElement('div');
  label.className = 'rp-drag-label';
  label.textContent = text;
  document.body.append(label);
  transfer.setDragImage(label, 12, 12);
  // The browser has taken its picture by the next turn.
  setTimeout(() => label.remove());
}

/** Whether files of this computer are dragged. */
export function hasFiles(transfer: DataTransfer): boolean {
  return isFromComputer(transfer) && !transfer.types.includes(MATERIALS_TYPE);
}
