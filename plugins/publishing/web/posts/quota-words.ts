import type { I18n } from '#core/web/i18n/i18n.ts';
import type { TagProps } from '#core/web/ui/Tag.tsx';

import type { DayQuota } from '#plugins/publishing/quota-calls.ts';

export const QUOTA_TONES: Readonly<Record<DayQuota['state'], NonNullable<TagProps['tone']>>> = {
  near: 'quiet',
  full: 'caution',
  over: 'alarm',
};

/** How full a day of an account is: in figures, as a sentence, and what that means. */
export function quotaWords(quota: DayQuota, t: I18n['t']): { words: string; state: string; whole: string } {
  const { channel, planned, most, counts, zone } = quota;
  const counted = t(`publishing:quota.${counts}`, { planned, most });
  const isHere = zone === Intl.DateTimeFormat().resolvedOptions().timeZone;
  const words = isHere ? counted : t('publishing:quota.in-zone', { words: counted, zone });
  const state = t(`publishing:quota.${quota.state}`, { count: Math.max(0, planned - most) });
  return { words, state, whole: t('publishing:quota.named', { channel, words, state }) };
}
