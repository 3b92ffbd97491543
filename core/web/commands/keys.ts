/**
 * The pressed keys in the form of `normalKeys`. Shift is left out for characters that need it, such as `?`.
 * @param isMac on a Mac `mod` is ⌘, elsewhere Ctrl
 */
export function keysOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
  isMac: boolean,
): string {
  const key = event.key === ' ' ? 'space' : event.key.toLowerCase();
  const isSign = key.length === 1 && !/[a-z0-9]/.test(key);
  const held = [
    (isMac ? event.metaKey : event.ctrlKey) ? 'mod' : '',
    isMac && event.ctrlKey ? 'ctrl' : '',
    event.altKey ? 'alt' : '',
    event.shiftKey && !isSign ? 'shift' : '',
  ];
  return [...held.filter((name) => name !== ''), key].join('+');
}

const TYPED = new Set(['text', 'search', 'email', 'url', 'tel', 'password', 'number', 'date', 'time', 'month', 'week']);

/** Whether keys pressed in an element are meant as text. */
export function isTyping(element: EventTarget | undefined): boolean {
  if (!(element instanceof HTMLElement)) return false;
  if (element instanceof HTMLInputElement) return TYPED.has(element.type) || element.type === 'datetime-local';
  return element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement || element.isContentEditable;
}
