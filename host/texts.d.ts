import type { TextsOf } from '#core/contract/message-keys.ts';
import type texts from '#locales/zh/host.json';

declare global {
  interface ReelportTexts extends TextsOf<'host', typeof texts> {}
}
