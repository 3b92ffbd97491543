import type { MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import { token } from '../token.ts';

/** The languages of the product; the first is the default. */
export type Language = 'zh' | 'en';

/** Texts in the user's language. Observable: components that use `t` re-render when the language changes. */
export interface I18n {
  readonly language: Language;
  /** A text; its key until its namespace has been loaded. */
  t(key: MessageKey, params?: MessageParams): string;
  /** Loads the texts of a plugin; those of active plugins are already loaded. */
  load(namespace: string): Promise<void>;
  /** Switches the language without a reload, and remembers it. */
  setLanguage(language: Language): Promise<void>;
  /** Relative times such as `3 分钟前`, and dates, times and numbers in the user's format. */
  ago(time: string | Date): string;
  time(time: string | Date): string;
  date(time: string | Date): string;
  /** From 10 000 on in W with one decimal, from 100 000 000 on in 亿; fractions below that get two decimals. */
  count(value: number): string;
  /** With thousands separators and two decimals: `1,234.50`. */
  number(value: number): string;
  /** In steps of 1024, up to YB. */
  bytes(value: number): string;
}

export const I18N = token<I18n>('i18n', 1);
