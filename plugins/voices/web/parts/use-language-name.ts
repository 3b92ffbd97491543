import { languageName } from '#core/contract/languages.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { useService } from '#core/web/react/use-service.ts';

/** What languages are called in the reader's. */
export function useLanguageName(): (tag: string) => string {
  const { language } = useService(I18N);
  return (tag) => languageName(tag, language);
}
