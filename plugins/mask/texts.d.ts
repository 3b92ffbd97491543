import type { TextsOf } from '#core/contract/message-keys.ts';
import type texts from '#locales/zh/mask.json';

declare global {
  interface ReelportTexts extends TextsOf<'mask', typeof texts> {}
}
