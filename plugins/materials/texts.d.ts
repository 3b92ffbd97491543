import type { TextsOf } from '#core/contract/message-keys.ts';
import type texts from '#locales/zh/materials.json';

declare global {
  interface ReelportTexts extends TextsOf<'materials', typeof texts> {}
}
