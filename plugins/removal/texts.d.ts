import type { TextsOf } from '#core/contract/message-keys.ts';
import type texts from '#locales/zh/removal.json';

declare global {
  interface ReelportTexts extends TextsOf<'removal', typeof texts> {}
}
