const ORDER = ['mod', 'ctrl', 'alt', 'shift'];

/** Keys in one way of writing: `Shift+Mod+K` as `mod+shift+k`. */
export function normalKeys(keys: string): string {
  // A plus may be the key itself: `mod++`.
  const parts = keys.toLowerCase().split(/(?<=[^+])\+/);
  const key = parts.at(-1) ?? '';
  const held = ORDER.filter((name) => parts.slice(0, -1).includes(name));
  return [...held, key].join('+');
}

/**
 * What was pressed, as {@link normalKeys} writes it. Shift is not told for a sign that needs it, such as `?`.
 * @param isMac `mod` is ⌘ there and Ctrl elsewhere
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

/** Whether keys that reach an element are meant as text. */
export function isTyping(element: EventTarget | undefined): boolean {
  if (!(element instanceof HTMLElement)) return false;
  if (element instanceof HTMLInputElement) return TYPED.has(element.type) || element.type === 'datetime-local';
  return element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement || element.isContentEditable;
}
