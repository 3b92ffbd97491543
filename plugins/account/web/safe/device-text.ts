import type { I18n } from '#core/web/i18n/i18n.ts';
import type { LiveSession } from '#plugins/account/calls.ts';

/** The browser of a session, in words; one that said nothing about itself has some too. */
export function browserText(session: LiveSession, t: I18n['t']): string {
  return session.browser === '' ? t('account:sessions.unknown-browser') : session.browser;
}

/** A session as a sentence names it: browser, and address where it is known. */
export function deviceText(session: LiveSession, t: I18n['t']): string {
  const browser = browserText(session, t);
  return session.ip === '' ? browser : t('account:sessions.device', { browser, ip: session.ip });
}
