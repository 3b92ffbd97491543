import type { TextsOf } from '#core/contract/message-keys.ts';
import type texts from '#locales/zh/poi.json';

declare global {
  interface ReelportTexts extends TextsOf<'poi', typeof texts> {}
}
