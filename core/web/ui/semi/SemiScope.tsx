import LocaleProvider from '@douyinfe/semi-ui-19/lib/es/locale/localeProvider';
import { useEffect, useState, type ComponentProps, type ReactNode } from 'react';

import { I18N, type Language } from '../../i18n/i18n.ts';
import { observer } from '../../react/observer.ts';
import { useKernel } from '../../react/use-kernel.ts';
import './base.ts';

type Locale = ComponentProps<typeof LocaleProvider>['locale'];

/** Semi's own texts, fetched when first needed. */
const LOCALES: Record<Language, () => Promise<{ default: Locale }>> = {
  zh: () => import('@douyinfe/semi-ui-19/lib/es/locale/source/zh_CN'),
  en: () => import('@douyinfe/semi-ui-19/lib/es/locale/source/en_US'),
};
const fetched = new Map<Language, Locale>();

/**
 * Wraps Semi components that have texts of their own: provides these in the user's language, Semi's style sheet and our
 * colours for it.
 */
export const SemiScope = observer(function SemiScope({ children }: { children: ReactNode }) {
  const { language } = useKernel().get(I18N);
  const [locale, setLocale] = useState<Locale>(() => fetched.get(language));
  useEffect(() => {
    let isWanted = true;
    // Without them Semi's texts are Chinese; everything else works.
    LOCALES[language]().then(
      (words) => {
        fetched.set(language, words.default);
        if (isWanted) setLocale(words.default);
      },
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [language]);
  return <LocaleProvider locale={locale}>{children}</LocaleProvider>;
});
