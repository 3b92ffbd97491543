import type { Undo } from '../scope.ts';

export interface FocusGuardOptions {
  element: HTMLIFrameElement;
  /** Called when the frame has taken the focus from the workbench too often. */
  tooOften(): void;
  now?(): number;
}

/** How often within a minute a frame may take the focus; one that focuses a field of its own late does so once. */
const THEFTS = 3;
const WINDOW_MILLISECONDS = 60_000;
/** A press of Tab moves the focus at once. */
const TAB_MILLISECONDS = 500;

/**
 * Keeps a frame from hearing what is typed into the workbench: the focus that it takes from a dialog or a field goes
 * back. Browsers let any frame focus itself, also behind a dialog and while `inert`, and its keys are its own then.
 */
export function guardFocus({ element, tooOften, now = () => performance.now() }: FocusGuardOptions): Undo {
  const thefts: number[] = [];
  let held: HTMLElement | null = null;
  /** The last thing that the user was seen to do, in the workbench: what is done in the frame is not seen. */
  let last: { does: 'key' | 'tab' | 'point' | 'enter-frame'; at: number } = { does: 'point', at: -Infinity };

  function seeFocus({ target }: FocusEvent): void {
    held = target instanceof HTMLElement && target !== element ? target : null;
  }

  /** Where the focus went is only known once the events about it are over. */
  function seeFocusGone(): void {
    setTimeout(() => {
      if (document.activeElement === document.body) held = null;
    });
  }

  function seeKey({ key }: KeyboardEvent): void {
    last = { does: key === 'Tab' ? 'tab' : 'key', at: now() };
  }

  function seePointer({ target, pointerType }: PointerEvent): void {
    last = { does: target === element ? 'enter-frame' : 'point', at: now() };
    // Taps in a frame cannot be seen: the first one beside a field only leaves the field.
    element.style.pointerEvents = pointerType === 'touch' && isField(target) ? 'none' : '';
  }

  function seeBlur(): void {
    // Chromium ignores what asks for the focus while it is still changing.
    setTimeout(judge);
  }

  function judge(): void {
    if (document.activeElement !== element || !isTheft()) return;
    if (held?.isConnected === true) held.focus({ preventScroll: true });
    if (document.activeElement === element) element.blur();
    const time = now();
    thefts.push(time);
    while (time - (thefts[0] ?? time) > WINDOW_MILLISECONDS) thefts.shift();
    if (thefts.length >= THEFTS) tooOften();
  }

  function isTheft(): boolean {
    if (element.closest('[inert]') !== null) return true;
    if (held?.isConnected !== true || !isField(held)) return false;
    return !(last.does === 'enter-frame' || (last.does === 'tab' && now() - last.at < TAB_MILLISECONDS));
  }

  const over = new AbortController();
  const capture = { capture: true, signal: over.signal };
  document.addEventListener('focusin', seeFocus, capture);
  document.addEventListener('focusout', seeFocusGone, capture);
  document.addEventListener('keydown', seeKey, capture);
  document.addEventListener('pointerover', seePointer, capture);
  document.addEventListener('pointerdown', seePointer, capture);
  window.addEventListener('blur', seeBlur, { signal: over.signal });
  if (document.activeElement instanceof HTMLElement) held = document.activeElement;
  return () => over.abort();
}

/** Whether it takes what is typed. */
function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role="textbox"], [role="combobox"]'))
  );
}
