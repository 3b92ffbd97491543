import type { TextsOf } from '#core/contract/message-keys.ts';
import type texts from '#locales/zh/copywriting.json';

declare global {
  interface ReelportTexts extends TextsOf<'copywriting', typeof texts> {}
}
