import type { TextsOf } from '#core/contract/message-keys.ts';
import type texts from '#locales/zh/translation.json';

declare global {
  interface ReelportTexts extends TextsOf<'translation', typeof texts> {}
}
