import type { TextsOf } from '#core/contract/message-keys.ts';
import type texts from '#locales/zh/pieces.json';

declare global {
  interface ReelportTexts extends TextsOf<'pieces', typeof texts> {}
}
