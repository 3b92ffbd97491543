import type { TextsOf } from '#core/contract/message-keys.ts';
import type texts from '#locales/zh/membership.json';

declare global {
  interface ReelportTexts extends TextsOf<'membership', typeof texts> {}
}
