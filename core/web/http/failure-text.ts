import type { I18n } from '../i18n/i18n.ts';
import { HttpFailure } from './http.ts';

/** Why something failed, as a message for users: the server's own, or a general one when the reason is unknown. */
export function failureText(error: unknown, t: I18n['t']): string {
  return error instanceof HttpFailure && error.message !== '' ? error.message : t('shell:error.unknown');
}
