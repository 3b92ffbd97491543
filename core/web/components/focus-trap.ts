const FOCUSABLE = [
  'a[href]',
  'button:not(:disabled)',
  'input:not(:disabled):not([type="hidden"])',
  'select:not(:disabled)',
  'textarea:not(:disabled)',
  '[contenteditable="true"]',
  'audio[controls]',
  'video[controls]',
  'summary',
  '[tabindex]:not([tabindex="-1"])',
].join(',');

/** The elements inside another that the Tab key can reach, in document order. */
export function focusableIn(element: HTMLElement): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isReachable);
}

/** Whether the Tab key can reach an element. */
export function isFocusable(element: HTMLElement): boolean {
  return element.matches(FOCUSABLE) && isReachable(element);
}

function isReachable(element: HTMLElement): boolean {
  return element.closest('[inert], [hidden]') === null && element.tabIndex >= 0;
}

/** Keeps the Tab key inside a dialog: it wraps from the last element to the first and back. */
export function keepTabInside(dialog: HTMLElement, event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'preventDefault'>) {
  if (event.key !== 'Tab') return;
  const stops = focusableIn(dialog);
  const [first] = stops;
  const last = stops.at(-1);
  const now = document.activeElement;
  if (first === undefined || last === undefined) {
    event.preventDefault();
    dialog.focus();
  } else if (event.shiftKey && (now === first || now === dialog)) {
    event.preventDefault();
    last.focus();
  } else if (!event.shiftKey && now === last) {
    event.preventDefault();
    first.focus();
  }
}

/** Focuses a dialog's `data-autofocus` element, or the dialog itself, so that its name is read out. */
export function focusDialog(dialog: HTMLElement): void {
  if (dialog.contains(document.activeElement) && document.activeElement !== dialog) return;
  const marked = dialog.querySelector<HTMLElement>('[data-autofocus]');
  (marked ?? dialog).focus({ preventScroll: true });
}

/**
 * Returns the focus to the element that had it, or to the page's main part if that is gone. Does nothing when something
 * else has the focus.
 */
export function giveFocusBack(to: Element | null): void {
  const { activeElement } = document;
  // Something else has taken the focus on purpose.
  if (activeElement !== null && activeElement !== document.body) return;
  const alive = to instanceof HTMLElement && to.isConnected && to.closest('[inert]') === null && to !== document.body;
  const target = alive ? to : document.querySelector<HTMLElement>('main[tabindex], main a[href], main button');
  target?.focus({ preventScroll: true });
}

/** Parts of the page that stay usable behind a dialog: toasts, and the lists and calendars of the dialog's fields. */
const OPEN = '.rp-dialogs, .rp-toasts, .semi-portal, script, style, link';

/** Makes the rest of the page inert while a dialog is open. @returns undoes it */
export function closeOffPage(): () => void {
  const closed = [...document.body.children].filter(
    (element) => !element.matches(OPEN) && !element.hasAttribute('inert'),
  );
  for (const element of closed) element.setAttribute('inert', '');
  const { overflow } = document.body.style;
  const page = document.documentElement;
  const { scrollbarGutter } = page.style;
  // The room of the scrollbar stays, or all that is centred would jump aside.
  if (window.innerWidth > page.clientWidth) page.style.scrollbarGutter = 'stable';
  document.body.style.overflow = 'hidden';
  return () => {
    for (const element of closed) element.removeAttribute('inert');
    document.body.style.overflow = overflow;
    page.style.scrollbarGutter = scrollbarGutter;
  };
}
