import { useState } from 'react';

import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Notice } from '#core/web/ui/Notice.tsx';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';

import type { Shop } from '#plugins/membership/calls.ts';
import type { Purchase } from '#plugins/membership/price-list.ts';
import { Checkout } from './shop/Checkout.tsx';
import { ShopFrame } from './shop/ShopFrame.tsx';
import { packageText, yuan } from './shop/shop-texts.ts';

/** Sells counts and durations in packages. */
export default observer(function PackagesPage() {
  const t = useText();
  return (
    <ShopFrame title={t('membership:shop.number')} about={t('membership:shop.number-about')}>
      {(shop) => <PackageShop shop={shop} />}
    </ShopFrame>
  );
});

const PackageShop = observer(function PackageShop({ shop }: { shop: Shop }) {
  const t = useText();
  const i18n = useService(I18N);
  const sold = shop.packages.filter(({ offers }) => offers.length > 0);
  const all = sold.flatMap(({ unit, offers }) =>
    offers.map(({ item, amount, fen }) => {
      const purchase: Purchase & { kind: 'package' } = { kind: 'package', unit, amount };
      return { item, fen, purchase };
    }),
  );
  const [item, setItem] = useState<string | null>(null);
  const choice = all.find((one) => one.item === item) ?? all[0];
  if (choice === undefined) return <Notice kind="info">{t('membership:shop.no-packages')}</Notice>;
  return (
    <div className="rp-shop">
      <div className="rp-shop__goods rp-offers">
        {sold.map(({ unit }) => (
          <RadioGroup
            key={unit}
            label={t(`membership:shop.unit-${unit}`)}
            value={choice.purchase.unit === unit ? choice.item : null}
            options={all
              .filter(({ purchase }) => purchase.unit === unit)
              .map((one) => ({
                value: one.item,
                text: packageText(i18n, one.purchase),
                hint: yuan(i18n, one.fen),
              }))}
            onChange={setItem}
          />
        ))}
      </div>
      <Checkout shop={shop} choice={choice} />
    </div>
  );
});
