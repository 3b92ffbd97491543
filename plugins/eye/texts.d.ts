import type { TextsOf } from '#core/contract/message-keys.ts';
import type texts from '#locales/zh/eye.json';

declare global {
  interface ReelportTexts extends TextsOf<'eye', typeof texts> {}
}
