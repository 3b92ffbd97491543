import { enumerated } from '#core/web/i18n/enumerated.ts';
import type { I18n } from '#core/web/i18n/i18n.ts';

import type { MemberLoss } from '#plugins/membership/calls.ts';
import type { LimitName } from '#plugins/membership/tier-rules.ts';

/** Losses that a question names one by one. */
const NAMED = 6;

/** What members would lose, in words. */
export function lossesText(losses: readonly MemberLoss[], i18n: I18n): string {
  const named = losses.slice(0, NAMED).map((each) => lossText(each, i18n));
  const left = losses.length - named.length;
  return enumerated(left === 0 ? named : [...named, i18n.t('membership:tiers.losses-more', { count: left })], i18n);
}

function lossText({ loss, members }: MemberLoss, { t }: I18n): string {
  const whose = { level: t(`shell:tier.${loss.level}`), count: members };
  if (loss.kind === 'feature') {
    return t('membership:tiers.loss-feature', { ...whose, feature: t(`membership:feature.${loss.feature}`) });
  }
  const { limit, from, to } = loss;
  return t('membership:tiers.loss-limit', {
    ...{ ...whose, limit: t(`membership:tiers.${limit}`) },
    ...{ from: limitText(limit, from, t), to: limitText(limit, to, t) },
  });
}

function limitText(limit: LimitName, value: number | null, t: I18n['t']): string {
  if (value === null) return t('membership:unlimited');
  return limit === 'gigabytes' ? t('membership:gigabytes', { count: value }) : String(value);
}
