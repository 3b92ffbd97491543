import type { KeyboardEvent } from 'react';

import { focusableIn } from '#core/web/components/focus-trap.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, PageUp: -10, PageDown: 10 };
/** Elements that handle the arrow keys themselves. */
const TAKEN = 'textarea, select, [contenteditable="true"], [role="menu"], [role="slider"], [role="radio"]';
const TEXT = 'input:not([type="checkbox"])';

/** What keys do in a list with a selection. */
export interface ListKeys {
  chooseAll?(): void;
  chooseNone?(): void;
}

/**
 * Handles keys in a list: up and down move the focus to the same control of another row, Ctrl+A selects all, Esc none.
 * Elements that handle a key themselves keep it.
 */
export function pressInList(event: KeyboardEvent<HTMLElement>, { chooseAll, chooseNone }: ListKeys): void {
  const { target, key, currentTarget: list } = event;
  if (event.defaultPrevented || event.altKey || !(target instanceof HTMLElement)) return;
  if (target.closest(`${TAKEN}, ${TEXT}`) !== null) return;
  const isAll = (event.ctrlKey || event.metaKey) && key.toLowerCase() === 'a' && chooseAll !== undefined;
  if (isAll) chooseAll();
  else if (key === 'Escape' && chooseNone !== undefined) chooseNone();
  else if (event.ctrlKey || event.metaKey || event.shiftKey || !moveBy(list, target, STEPS[key])) return;
  event.preventDefault();
}

function moveBy(list: HTMLElement, from: HTMLElement, step: number | undefined): boolean {
  if (step === undefined) return false;
  const lines = [...list.querySelectorAll<HTMLElement>('[data-line]')];
  const own = from.closest<HTMLElement>('[data-line]');
  const at = own === null ? -1 : lines.indexOf(own);
  const next = lines[Math.max(0, Math.min(lines.length - 1, at + step))];
  if (own === null || next === undefined || next === own) return false;
  const same = focusableIn(next)[Math.max(0, focusableIn(own).indexOf(from))] ?? focusableIn(next)[0];
  same?.focus();
  return same !== undefined;
}
