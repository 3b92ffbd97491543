import type { TextsOf } from '#core/contract/message-keys.ts';
import type texts from '#locales/zh/hosts.json';

declare global {
  interface ReelportTexts extends TextsOf<'hosts', typeof texts> {}
}
