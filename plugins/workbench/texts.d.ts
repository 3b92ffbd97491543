import type { TextsOf } from '#core/contract/message-keys.ts';
import type texts from '#locales/zh/workbench.json';

declare global {
  interface ReelportTexts extends TextsOf<'workbench', typeof texts> {}
}
