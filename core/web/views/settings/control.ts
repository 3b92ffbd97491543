import type { KeyboardEvent } from 'react';

import type { SettingsField } from '#core/contract/settings-fields.ts';

import type { SettingsFormStore } from './SettingsFormStore.ts';

/** The properties of every settings control. */
export interface ControlProps {
  store: SettingsFormStore;
  field: SettingsField;
  /** Id of the element that the label points at. */
  id: string;
  labelId: string;
  /** Ids of the elements that describe it, for `aria-describedby`. */
  aboutIds: string | undefined;
  isInvalid: boolean;
}

/** What the standard part of a control is given: what names it, and what else tells about it. */
export function fieldOf({ id, labelId, aboutIds, isInvalid }: ControlProps) {
  return { id, labelledBy: labelId, describedBy: aboutIds, invalid: isInvalid };
}

/** Whether choices are shown side by side rather than in a drop-down list; more than four would not fit. */
export function isSegmented({ kind, choices = [] }: SettingsField): boolean {
  return kind === 'choice' && choices.length <= 4;
}

/**
 * Whether a control consists of several elements with their own labels, so that the field's label fits no single one.
 */
export function isGroup(field: SettingsField): boolean {
  return isSegmented(field) || (field.kind === 'list' && field.choices !== undefined);
}

/** Enter saves the edit, Esc discards it; in a text of several lines Enter starts a new line. */
export function pressIn(
  { store, field }: Pick<ControlProps, 'store' | 'field'>,
  event: KeyboardEvent,
  hasLines = false,
): void {
  if (event.nativeEvent.isComposing) return;
  if (event.key === 'Enter' && !hasLines) {
    event.preventDefault();
    void store.commit(field);
  } else if (event.key === 'Escape' && store.drafts.has(field.key)) {
    event.preventDefault();
    event.stopPropagation();
    store.giveUp(field);
  }
}
