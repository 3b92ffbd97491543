import type { TextsOf } from '#core/contract/message-keys.ts';
import type texts from '#locales/zh/voices.json';

declare global {
  interface ReelportTexts extends TextsOf<'voices', typeof texts> {}
}
