import { shownAmount } from '#core/contract/ledger.ts';
import type { I18n } from '#core/web/i18n/i18n.ts';

import type { SpendableBalance } from '#plugins/account/calls.ts';

/** What there is of each unit, in words; null for nothing at all. */
export function amountsText(
  balances: readonly SpendableBalance[],
  part: 'available' | 'spent',
  t: I18n['t'],
): string | null {
  const texts = balances
    .filter((balance) => balance[part] > 0)
    // A number stays with its unit at the end of a line.
    .map(({ unit, [part]: amount }) =>
      t(`shell:amount.${unit}`, { amount: shownAmount(unit, amount) }).replaceAll(' ', '\u00a0'),
    );
  return texts.length === 0 ? null : texts.join(' · ');
}
