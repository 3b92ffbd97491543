import LocaleProvider from '@douyinfe/semi-ui-19/lib/es/locale/localeProvider';
import { useEffect, useState, type ComponentProps, type ReactNode } from 'react';

import { I18N, type Language } from '../i18n/i18n.ts';
import { observer } from '../react/observer.ts';
import { useKernel } from '../react/use-kernel.ts';
import '@douyinfe/semi-ui-19/lib/es/_base/base.css';
import './semi-tokens.css';

type Locale = ComponentProps<typeof LocaleProvider>['locale'];

/** Semi's own words, fetched when they are first needed. */
const LOCALES: Record<Language, () => Promise<{ default: Locale }>> = {
  zh: () => import('@douyinfe/semi-ui-19/lib/es/locale/source/zh_CN'),
  en: () => import('@douyinfe/semi-ui-19/lib/es/locale/source/en_US'),
};

/**
 * Goes around whatever uses Semi: brings its style sheet, our colours on it and its words in the reader's
 * language. Only for lazily loaded parts; the start of a page has nothing of Semi.
 * @example <SemiScope><Table columns={columns} dataSource={rows} /></SemiScope>
 */
export const SemiScope = observer(function SemiScope({ children }: { children: ReactNode }) {
  const { language } = useKernel().get(I18N);
  const [locale, setLocale] = useState<Locale>(undefined);
  useEffect(() => {
    let isWanted = true;
    // Without them Semi speaks Chinese; everything else works.
    LOCALES[language]().then(
      (words) => isWanted && setLocale(words.default),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [language]);
  return <LocaleProvider locale={locale}>{children}</LocaleProvider>;
});
