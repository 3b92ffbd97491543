import { languageName } from '#core/contract/languages.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { useService } from '#core/web/react/use-service.ts';

/** Names of languages for the reader. */
export function useLanguageName(): (tag: string) => string {
  const i18n = useService(I18N);
  const { language } = i18n;
  return (tag) => languageName(tag, language);
}
