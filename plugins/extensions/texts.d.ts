import type { TextsOf } from '#core/contract/message-keys.ts';
import type texts from '#locales/zh/extensions.json';

declare global {
  interface ReelportTexts extends TextsOf<'extensions', typeof texts> {}
}
