import { HttpFailure } from '#core/web/http/http.ts';
import type { I18n } from '#core/web/i18n/i18n.ts';

/** Why something failed, as a sentence for people. */
export function failureText(error: unknown, t: I18n['t']): string {
  return error instanceof HttpFailure && error.message !== '' ? error.message : t('workbench:failed-unknown');
}
