import type { TextsOf } from '#core/contract/message-keys.ts';
import type texts from '#locales/zh/engines.json';

declare global {
  interface ReelportTexts extends TextsOf<'engines', typeof texts> {}
}
