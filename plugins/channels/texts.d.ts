import type { TextsOf } from '#core/contract/message-keys.ts';
import type texts from '#locales/zh/channels.json';

declare global {
  interface ReelportTexts extends TextsOf<'channels', typeof texts> {}
}
