import type { TextsOf } from '#core/contract/message-keys.ts';
import type texts from '#locales/zh/crop.json';

declare global {
  interface ReelportTexts extends TextsOf<'crop', typeof texts> {}
}
