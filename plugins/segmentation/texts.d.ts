import type { TextsOf } from '#core/contract/message-keys.ts';
import type texts from '#locales/zh/segmentation.json';

declare global {
  interface ReelportTexts extends TextsOf<'segmentation', typeof texts> {}
}
