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

/** What inside an element the tab key stops at, in the order of the page. */
export function focusableIn(element: HTMLElement): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (found) => found.closest('[inert], [hidden]') === null && found.tabIndex >= 0,
  );
}

/** Keeps the tab key inside a dialog: after the last comes the first, before the first the last. */
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

/** Gives a dialog the focus: what it marks with `data-autofocus`, or itself, so that its name is read. */
export function focusDialog(dialog: HTMLElement): void {
  if (dialog.contains(document.activeElement) && document.activeElement !== dialog) return;
  const marked = dialog.querySelector<HTMLElement>('[data-autofocus]');
  (marked ?? dialog).focus({ preventScroll: true });
}

/** Gives the focus back to what had it; where that is gone, to the page's main part. Not when something has it. */
export function giveFocusBack(to: Element | null): void {
  const { activeElement } = document;
  // Whoever was quicker has a reason.
  if (activeElement !== null && activeElement !== document.body) return;
  const alive = to instanceof HTMLElement && to.isConnected && to.closest('[inert]') === null && to !== document.body;
  const target = alive ? to : document.querySelector<HTMLElement>('main[tabindex], main a[href], main button');
  target?.focus({ preventScroll: true });
}

/** Parts of the page that a dialog does not close off: notes, and the lists and calendars of its own fields. */
const OPEN = '.rp-dialogs, .rp-toasts, .semi-portal, script, style, link';

/** Closes the rest of the page off while a dialog is open. @returns opens it again */
export function closeOffPage(): () => void {
  const closed = [...document.body.children].filter(
    (element) => !element.matches(OPEN) && !element.hasAttribute('inert'),
  );
  for (const element of closed) element.setAttribute('inert', '');
  const { overflow } = document.body.style;
  document.body.style.overflow = 'hidden';
  return () => {
    for (const element of closed) element.removeAttribute('inert');
    document.body.style.overflow = overflow;
  };
}
