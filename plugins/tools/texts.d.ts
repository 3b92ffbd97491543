import type { TextsOf } from '#core/contract/message-keys.ts';
import type texts from '#locales/zh/tools.json';

declare global {
  interface ReelportTexts extends TextsOf<'tools', typeof texts> {}
}
