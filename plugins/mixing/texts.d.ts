import type { TextsOf } from '#core/contract/message-keys.ts';
import type texts from '#locales/zh/mixing.json';

declare global {
  interface ReelportTexts extends TextsOf<'mixing', typeof texts> {}
}
