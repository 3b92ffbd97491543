import type { TextsOf } from '#core/contract/message-keys.ts';
import type texts from '#locales/zh/showcase.json';

declare global {
  interface ReelportTexts extends TextsOf<'showcase', typeof texts> {}
}
