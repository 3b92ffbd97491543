import { useState } from 'react';

import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { SESSION } from '#core/web/session/session.ts';
import { Notice } from '#core/web/ui/Notice.tsx';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';

import type { LevelOnSale, Shop } from '#plugins/membership/calls.ts';
import { Checkout, type Choice } from './shop/Checkout.tsx';
import { ShopFrame } from './shop/ShopFrame.tsx';
import { yuan } from './shop/shop-texts.ts';
import { TierList } from './TierList.tsx';

/** What each membership level holds, which one the account has, and how to get another. */
export default observer(function TiersPage() {
  const t = useText();
  const session = useService(SESSION);
  return (
    <ShopFrame title={t('membership:title')} about={t('membership:about')} lead={<TierList holder={session} />}>
      {(shop) => <LevelShop shop={shop} />}
    </ShopFrame>
  );
});

const LevelShop = observer(function LevelShop({ shop }: { shop: Shop }) {
  const t = useText();
  const i18n = useService(I18N);
  const [wanted, setWanted] = useState<string | null>(null);
  const [item, setItem] = useState<string | null>(null);
  const buyable = shop.levels.filter(({ refusal, offers }) => refusal === null && offers.length > 0);
  const sale = buyable.find(({ level }) => level === wanted) ?? buyable[0];
  if (sale === undefined) return <Notice kind="info">{whyNone(shop, t)}</Notice>;
  const offer = sale.offers.find((one) => one.item === item) ?? sale.offers[0];
  const choice: Choice | null =
    offer === undefined
      ? null
      : { item: offer.item, fen: offer.fen, sale, purchase: { kind: 'level', level: sale.level, days: offer.days } };
  return (
    <div className="rp-shop">
      <div className="rp-shop__goods">
        <RadioGroup
          look="segments"
          label={t('membership:shop.which-level')}
          value={sale.level}
          options={buyable.map(({ level }) => ({ value: level, text: t(`shell:tier.${level}`) }))}
          onChange={(level) => {
            setWanted(level);
            setItem(null);
          }}
        />
        <div className="rp-offers">
          <RadioGroup
            label={t(`membership:shop.${deedOf(shop, sale)}`)}
            value={offer?.item ?? null}
            options={sale.offers.map((one) => ({
              value: one.item,
              text: t('membership:shop.days', { count: one.days, amount: yuan(i18n, one.fen) }),
              hint: t('membership:shop.per-day', { amount: yuan(i18n, one.fen / one.days) }),
            }))}
            onChange={setItem}
          />
        </div>
      </div>
      <Checkout shop={shop} choice={choice} />
    </div>
  );
});

/** What buying a level is called. */
function deedOf(shop: Shop, { level }: LevelOnSale): 'buy' | 'renew' | 'upgrade' {
  if (shop.level === 'level0') return 'buy';
  return shop.level === level ? 'renew' : 'upgrade';
}

function whyNone({ levels }: Shop, t: ReturnType<typeof useText>): string {
  const refusal = levels.find((sale) => sale.refusal !== null && sale.refusal !== 'lower')?.refusal;
  return t(
    refusal === null || refusal === undefined ? 'membership:shop.no-level' : `membership:order.level-${refusal}`,
  );
}
