import type { I18n } from '#core/web/i18n/i18n.ts';

import type { Purchase } from '#plugins/membership/price-list.ts';

type Texts = Pick<I18n, 't' | 'number'>;

/** An amount of money, such as `¥1,234.50`. */
export function yuan(i18n: Texts, fen: number): string {
  return i18n.t('membership:yuan', { amount: i18n.number(fen / 100) });
}

/** What is bought, such as `白银会员 90 天`. */
export function purchaseText(i18n: Texts, purchase: Purchase): string {
  switch (purchase.kind) {
    case 'level': {
      const level = i18n.t(`shell:tier.${purchase.level}`);
      return i18n.t('membership:subject.level', { level, days: purchase.days });
    }
    case 'package':
      return packageText(i18n, purchase);
    case 'balance':
      return i18n.t('membership:subject.balance');
  }
}

/** What a package holds; seconds are told in hours where they are whole. */
export function packageText(i18n: Texts, { unit, amount }: Extract<Purchase, { kind: 'package' }>): string {
  if (unit === 'seconds' && amount % 3600 === 0) return i18n.t('membership:subject.hours', { count: amount / 3600 });
  return i18n.t(`membership:subject.${unit}`, { count: amount });
}
