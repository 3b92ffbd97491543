import type { MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import { token } from '../token.ts';

/** The languages of the product; the first is the default. */
export type Language = 'zh' | 'en';

/** Texts in the reader's language. Observable: what was drawn with `t` is drawn anew when it changes. */
export interface I18n {
  readonly language: Language;
  /** A text; its key as long as its namespace is not there. */
  t(key: MessageKey, params?: MessageParams): string;
  /** Loads the texts of a plugin; an active plugin's are there. */
  load(namespace: string): Promise<void>;
  /** Switches without a reload, and remembers. */
  setLanguage(language: Language): Promise<void>;
  /** `3 分钟前`, and dates, times and numbers, as the reader writes them. */
  ago(time: string | Date): string;
  time(time: string | Date): string;
  date(time: string | Date): string;
  /** Of 10 000 and more with W and one decimal, of 100 000 000 and more with 亿; a fraction below gets two decimals. */
  count(value: number): string;
  /** With separators of thousands and two decimals: `1,234.50`. */
  number(value: number): string;
  /** Steps of 1024 up to YB. */
  bytes(value: number): string;
}

export const I18N = token<I18n>('i18n', 1);
