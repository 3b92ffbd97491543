import { textsUnder } from '#core/server/ground/messages.ts';

/** The texts of the certificate's page in both languages, by what follows `certificate.` in their keys. */
export function certificateTexts(): Record<'zh' | 'en', Record<string, string>> {
  return { zh: textsUnder('zh', 'mixing:certificate.'), en: textsUnder('en', 'mixing:certificate.') };
}
