import type { I18n } from '#core/web/i18n/i18n.ts';
import type { Session } from '#core/web/session/session.ts';

/** The name of the user's membership; the free version has a different name for users who never were members. */
export function tierOf(session: Pick<Session, 'level' | 'isFree' | 'user'>, t: I18n['t']): string {
  if (session.level === null) return t('shell:account.standard');
  if (session.isFree) return t(session.user?.hadTier === true ? 'shell:tier.level0' : 'shell:account.standard');
  return t('shell:account.tier', { level: t(`shell:tier.${session.level}`) });
}
