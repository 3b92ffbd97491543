import type { TextsOf } from '#core/contract/message-keys.ts';
import type texts from '#locales/zh/account.json';

declare global {
  interface ReelportTexts extends TextsOf<'account', typeof texts> {}
}
