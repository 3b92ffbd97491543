import { focusableIn, isFocusable } from './focus-trap.ts';

/** A place in the page that lost what had the focus. */
interface Spot {
  parent: Element;
  next: Element | null;
  previous: Element | null;
}

/**
 * Gives the focus to what is next to an element that had it and was removed, disabled or hidden: a row that was
 * deleted, a bar that closed. It would drop to the page, and who uses keys would begin at its top. What was left on
 * purpose stays left, and whatever takes the focus itself comes first.
 * @returns stops that
 */
export function keepFocus(): () => void {
  let last: HTMLElement | null = null;
  /** Where `last` was removed. */
  let spot: Spot | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const look = (): void => {
    timer = undefined;
    const lost = spot;
    spot = null;
    // Browsers take the focus from what is disabled only when they draw the page.
    if (last === null || !(isDropped() || document.activeElement === last)) return;
    if (!canHaveFocus(last)) nearestTo(lost ?? placeOf(last))?.focus({ preventScroll: true });
    else if (isDropped()) last = null;
  };
  // Whoever removes something may give the focus to something else in the next moment.
  const lookSoon = (): void => {
    timer ??= setTimeout(look);
  };
  const remember = ({ target }: Event): void => {
    if (target instanceof HTMLElement) last = target;
  };
  const watch = new MutationObserver((records) => {
    if (last === null || !isOff(last)) return;
    for (const { target, removedNodes, nextSibling, previousSibling } of records) {
      const held: Node = spot?.parent ?? last;
      if (![...removedNodes].some((node) => node.contains(held)) || !(target instanceof Element)) continue;
      spot = { parent: target, next: elementFrom(nextSibling, 1), previous: elementFrom(previousSibling, -1) };
    }
    lookSoon();
  });

  watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled', 'hidden', 'inert'] });
  const ends = ['focusout', 'click', 'keyup'] as const;
  document.addEventListener('focusin', remember);
  for (const end of ends) document.addEventListener(end, lookSoon);
  return () => {
    watch.disconnect();
    clearTimeout(timer);
    document.removeEventListener('focusin', remember);
    for (const end of ends) document.removeEventListener(end, lookSoon);
  };
}

function isDropped(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function isOff(element: HTMLElement): boolean {
  return !element.isConnected || element.matches(':disabled') || element.closest('[inert], [hidden]') !== null;
}

function canHaveFocus(element: HTMLElement): boolean {
  return !isOff(element) && element.checkVisibility({ visibilityProperty: true });
}

function placeOf(element: Element): Spot | null {
  const { parentElement: parent, nextElementSibling: next, previousElementSibling: previous } = element;
  return parent === null ? null : { parent, next, previous };
}

function elementFrom(node: Node | null, step: 1 | -1): Element | null {
  let at = node;
  while (at !== null && !(at instanceof Element)) at = step === 1 ? at.nextSibling : at.previousSibling;
  return at;
}

/** What comes after a spot, or before it, or what it stands in: the nearest that can have the focus. */
function nearestTo(spot: Spot | null): HTMLElement | null {
  // Beside a dialog stands the whole page, whose first stop is the link past the menu.
  for (let at = spot; at !== null && at.parent !== document.body; at = placeOf(at.parent)) {
    for (let after = at.next; after !== null; after = after.nextElementSibling) {
      const [first] = stopsOf(after);
      if (first !== undefined) return first;
    }
    for (let before = at.previous; before !== null; before = before.previousElementSibling) {
      const [first] = stopsOf(before);
      if (first !== undefined) return first;
    }
    const { parent } = at;
    if (parent instanceof HTMLElement && parent.hasAttribute('tabindex') && canHaveFocus(parent)) return parent;
  }
  return document.querySelector<HTMLElement>('main[tabindex]');
}

function stopsOf(element: Element): HTMLElement[] {
  if (!(element instanceof HTMLElement)) return [];
  return [...(isFocusable(element) ? [element] : []), ...focusableIn(element)].filter(canHaveFocus);
}
