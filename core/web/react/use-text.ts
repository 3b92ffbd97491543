import { useCallback } from 'react';

import { I18N, type I18n } from '../i18n/i18n.ts';
import { useKernel } from './use-kernel.ts';
import { useWatched } from './use-watched.ts';

/**
 * Texts in the user's language; the component re-renders when the language changes.
 * @example const t = useText(); return <h1>{t('account:safe.title')}</h1>;
 */
export function useText(): I18n['t'] {
  const i18n = useKernel().get(I18N);
  const language = useWatched(useCallback(() => i18n.language, [i18n]));
  // A new function for each language, so that memoised components re-render too.
  // oxlint-disable-next-line react/exhaustive-deps -- language is what makes it a new one
  return useCallback((key, params) => i18n.t(key, params), [i18n, language]);
}
