import { shownAmount } from '#core/contract/ledger.ts';
import type { I18n } from '#core/web/i18n/i18n.ts';

import type { Benefit } from '#plugins/membership/benefit.ts';

/** What is given, such as `白银会员 30 天`. */
export function benefitText({ t }: Pick<I18n, 't'>, benefit: Benefit): string {
  if (benefit.kind === 'amount') {
    return t(`shell:amount.${benefit.unit}`, { amount: shownAmount(benefit.unit, benefit.amount) });
  }
  return t('membership:subject.level', { level: t(`shell:tier.${benefit.level}`), days: benefit.days });
}
