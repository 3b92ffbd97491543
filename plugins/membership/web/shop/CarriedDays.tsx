import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { LevelOnSale, Order, Shop } from '#plugins/membership/calls.ts';
import { yuan } from './shop-texts.ts';

const DAY = 24 * 60 * 60 * 1000;

/** When the membership ends if so many days of a level are bought now. */
export function endOf({ level, until }: Pick<Shop, 'level' | 'until'>, sale: LevelOnSale, days: number): Date {
  const now = Date.now();
  const from = level === sale.level && until !== null ? Math.max(now, new Date(until).getTime()) : now;
  return new Date(from + (days + (sale.carried?.days ?? 0)) * DAY);
}

interface CarriedDaysProps {
  shop: Shop;
  sale: LevelOnSale;
  purchase: { days: number };
}

/** When the membership will end, and how what is left of the present level is counted. */
export const CarriedDays = observer(function CarriedDays({ shop, sale, purchase }: CarriedDaysProps) {
  const t = useText();
  const i18n = useService(I18N);
  return (
    <div className="rp-checkout__terms">
      {sale.carried !== null && <Arithmetic carried={sale.carried} />}
      <p>{t('membership:checkout.end', { date: i18n.date(endOf(shop, sale, purchase.days)) })}</p>
    </div>
  );
});

/** The remaining days of one level as days of another, worked out. */
export const Arithmetic = observer(function Arithmetic({ carried }: { carried: NonNullable<Order['carried']> }) {
  const t = useText();
  const i18n = useService(I18N);
  const { from, daysLeft, days } = carried;
  const perDay = ({ fen, days: count }: { fen: number; days: number }) =>
    t('membership:checkout.per', { amount: yuan(i18n, fen), days: count });
  return (
    <p>
      {t('membership:checkout.carried', { level: t(`shell:tier.${from}`), left: daysLeft, days })}
      <span className="rp-checkout__arithmetic">
        {t('membership:checkout.arithmetic', {
          ...{ left: daysLeft, old: perDay(carried.old), new: perDay(carried.new) },
          ...{
            exact: i18n.number((daysLeft * carried.old.fen * carried.new.days) / (carried.old.days * carried.new.fen)),
          },
          days,
        })}
      </span>
    </p>
  );
});
