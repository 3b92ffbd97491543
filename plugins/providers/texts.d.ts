import type { TextsOf } from '#core/contract/message-keys.ts';
import type texts from '#locales/zh/providers.json';

declare global {
  interface ReelportTexts extends TextsOf<'providers', typeof texts> {}
}
