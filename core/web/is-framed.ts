/**
 * Whether this page is the frame of an isolated plugin: nothing is drawn outside of it and nothing leaves it, neither
 * dialogs nor downloads.
 */
export function isFramed(): boolean {
  return document.documentElement.dataset['framed'] !== undefined;
}

/** Says so at the frame's start. */
export function markFramed(): void {
  document.documentElement.dataset['framed'] = '';
}
