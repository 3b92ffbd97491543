import type { I18n } from '../i18n/i18n.ts';
import { HttpFailure } from './http.ts';

/** Why something failed, as a sentence for people: the server's own, or that the reason is not known. */
export function failureText(error: unknown, t: I18n['t']): string {
  return error instanceof HttpFailure && error.message !== '' ? error.message : t('shell:error.unknown');
}
