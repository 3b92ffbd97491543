import type { I18n } from '#core/web/i18n/i18n.ts';

import type { Member } from '#plugins/membership/calls.ts';

/** What an account is called: its name, and its mobile number where it has one. */
export function memberText({ name, mobile }: Member, t: I18n['t']): string {
  const shown = name === '' ? t('membership:operator.erased') : name;
  return mobile === null ? shown : `${shown} · ${mobile}`;
}
