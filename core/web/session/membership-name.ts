import type { I18n } from '../i18n/i18n.ts';
import type { Session } from './session.ts';

type Member = Pick<Session, 'level' | 'user'>;

/** The name of the user's level; the free version has a different name for users who never were members. */
export function levelName({ level, user }: Member, t: I18n['t']): string {
  const isStandard = level === null || (level === 'level0' && user?.hadTier !== true);
  return t(isStandard ? 'shell:account.standard' : `shell:tier.${level}`);
}

/** The user's membership in words, for example "Gold member"; a free user has the name of the level alone. */
export function membershipName(member: Member, t: I18n['t']): string {
  const level = levelName(member, t);
  return member.level === null || member.level === 'level0' ? level : t('shell:account.tier', { level });
}
