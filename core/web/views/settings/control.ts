import type { KeyboardEvent } from 'react';

import type { SettingsField } from '#core/contract/settings-fields.ts';

import type { SettingsFormStore } from './SettingsFormStore.ts';

/** What every control of a setting is given. */
export interface ControlProps {
  store: SettingsFormStore;
  field: SettingsField;
  /** Of the element that the label points at. */
  id: string;
  labelId: string;
  /** Of what describes it, for `aria-describedby`. */
  aboutIds: string | undefined;
  isInvalid: boolean;
}

/** Choices that stand beside each other rather than in a list that opens; more than four would not fit. */
export function isSegmented({ kind, choices = [] }: SettingsField): boolean {
  return kind === 'choice' && choices.length <= 4;
}

/** Whether a control is several elements with names of their own, so that no single one bears the field's. */
export function isGroup(field: SettingsField): boolean {
  return isSegmented(field) || (field.kind === 'list' && field.choices !== undefined);
}

/** Enter keeps what is written, Esc gives it up; a text of several lines keeps Enter for itself. */
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
