import { textsUnder } from '#core/server/ground/messages.ts';

/** The page's texts as the product has them. */
export function certificateTexts(): Record<'zh' | 'en', Record<string, string>> {
  return { zh: textsUnder('zh', 'mixing:certificate.'), en: textsUnder('en', 'mixing:certificate.') };
}
