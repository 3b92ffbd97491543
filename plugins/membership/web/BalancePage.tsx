import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { NumberField } from '#core/web/ui/NumberField.tsx';

import type { Shop } from '#plugins/membership/calls.ts';
import { Checkout } from './shop/Checkout.tsx';
import { ShopFrame } from './shop/ShopFrame.tsx';
import { yuan } from './shop/shop-texts.ts';

/** Pays money in to the account's balance. */
export default observer(function BalancePage() {
  const t = useText();
  return (
    <ShopFrame title={t('membership:shop.account')} about={t('membership:shop.account-about')}>
      {(shop) => <TopUp shop={shop} />}
    </ShopFrame>
  );
});

const TopUp = observer(function TopUp({ shop }: { shop: Shop }) {
  const t = useText();
  const i18n = useService(I18N);
  const { least, most, suggested } = shop.balance;
  const [amount, setAmount] = useState<number | null>((suggested[0] ?? least) / 100);
  const fen = amount === null ? null : Math.round(amount * 100);
  const isValid = fen !== null && fen >= least && fen <= most;
  const bounds = t('membership:shop.bounds', { least: yuan(i18n, least), most: yuan(i18n, most) });
  return (
    <div className="rp-shop">
      <div className="rp-shop__goods">
        <div className="rp-shop__amounts" role="group" aria-label={t('membership:shop.suggested')}>
          {suggested.map((one) => (
            <Button key={one} aria-pressed={fen === one} onClick={() => setAmount(one / 100)}>
              {yuan(i18n, one)}
            </Button>
          ))}
        </div>
        <NumberField
          label={t('membership:shop.amount')}
          value={amount}
          digits={2}
          step={10}
          unit={t('membership:shop.unit-yuan')}
          hint={bounds}
          error={isValid ? null : bounds}
          onChange={setAmount}
        />
      </div>
      <Checkout
        shop={shop}
        choice={isValid ? { item: 'balance', fen, purchase: { kind: 'balance', amount: fen } } : null}
      />
    </div>
  );
});
