import type { TextsOf } from '#core/contract/message-keys.ts';
import type texts from '#locales/zh/landing.json';

declare global {
  interface ReelportTexts extends TextsOf<'landing', typeof texts> {}
}
