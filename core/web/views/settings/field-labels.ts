import type { MessageKey } from '#core/contract/message-keys.ts';
import type { SettingsField } from '#core/contract/settings-fields.ts';

import type { I18n } from '#core/web/i18n/i18n.ts';

type Translate = I18n['t'];

/** A text of a plugin; a string that is not a key is shown as it is, a key without a text gives undefined. */
export function translated(t: Translate, text: string | undefined): string | undefined {
  if (text === undefined || !/^[a-z][a-z0-9-]*:/.test(text)) return text;
  // A package's texts are checked when it is installed.
  const words = t(text as MessageKey);
  return words === text ? undefined : words;
}

/** The label of a field. */
export function fieldLabel(t: Translate, { title, key }: SettingsField): string {
  return translated(t, title) ?? key;
}

/** The label of a choice. */
export function choiceLabel(t: Translate, { value, label }: { value: string; label?: string }): string {
  return translated(t, label) ?? value;
}

/** A value as shown to users, for example a field's default. */
export function valueLabel(t: Translate, field: SettingsField, value: unknown): string {
  const { kind, choices = [] } = field;
  const known = (one: unknown): string => {
    const choice = choices.find((other) => other.value === one);
    return choice === undefined ? String(one) : choiceLabel(t, choice);
  };
  if (kind === 'switch') return t(value === true ? 'shell:settings.on' : 'shell:settings.off');
  if (Array.isArray(value)) return value.length === 0 ? t('shell:settings.empty') : value.map(known).join(', ');
  if (value === undefined || value === null || value === '') return t('shell:settings.empty');
  return known(value);
}
