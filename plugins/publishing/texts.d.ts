import type { TextsOf } from '#core/contract/message-keys.ts';
import type texts from '#locales/zh/publishing.json';

declare global {
  interface ReelportTexts extends TextsOf<'publishing', typeof texts> {}
}
