import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { Notice } from '#core/web/ui/Notice.tsx';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';

import type { LevelOnSale, PayingBy, Shop } from '#plugins/membership/calls.ts';
import type { Purchase } from '#plugins/membership/price-list.ts';
import { feeOf, SHORT_DAYS } from '#plugins/membership/terms.ts';
import { CarriedDays, endOf } from './CarriedDays.tsx';
import { purchaseText, yuan } from './shop-texts.ts';
import { ShopStore } from './ShopStore.ts';

/** What is chosen, with its price. */
export interface Choice {
  item: string;
  purchase: Purchase;
  fen: number;
  /** For a level. */
  sale?: LevelOnSale;
}

/** The summary of what is chosen: what it costs in which way, what becomes of a membership, and the way to pay. */
export const Checkout = observer(function Checkout({ shop, choice }: { shop: Shop; choice: Choice | null }) {
  const t = useText();
  const [chosen, setWay] = useState<string | null>(null);
  if (choice === null) {
    return (
      <aside className="rp-checkout" aria-label={t('membership:checkout.title')}>
        <p className="rp-checkout__quiet">{t('membership:checkout.nothing')}</p>
      </aside>
    );
  }
  const usable = shop.ways.filter(({ above }) => choice.fen > above);
  const way = usable.find(({ id }) => id === chosen) ?? usable[0];
  return (
    <aside className="rp-checkout" aria-label={t('membership:checkout.title')}>
      <h2>{t('membership:checkout.title')}</h2>
      <Sums choice={choice} way={way} />
      {choice.purchase.kind === 'level' && choice.sale !== undefined && (
        <CarriedDays shop={shop} sale={choice.sale} purchase={choice.purchase} />
      )}
      <WayChoice ways={shop.ways} fen={choice.fen} value={way?.id ?? null} onChange={setWay} />
      <PayButton shop={shop} choice={choice} way={way} />
    </aside>
  );
});

const Sums = observer(function Sums({ choice, way }: { choice: Choice; way: PayingBy | undefined }) {
  const t = useText();
  const i18n = useService(I18N);
  const fee = way === undefined ? 0 : feeOf(choice.fen, way);
  return (
    <dl className="rp-checkout__sums">
      <div>
        <dt>{purchaseText(i18n, choice.purchase)}</dt>
        <dd>{yuan(i18n, choice.fen)}</dd>
      </div>
      {fee > 0 && (
        <div>
          <dt>{t('membership:checkout.fee')}</dt>
          <dd>{yuan(i18n, fee)}</dd>
        </div>
      )}
      <div className="rp-checkout__total">
        <dt>{t('membership:checkout.total')}</dt>
        <dd>{yuan(i18n, choice.fen + fee)}</dd>
      </div>
    </dl>
  );
});

interface WayChoiceProps {
  ways: readonly PayingBy[];
  fen: number;
  value: string | null;
  onChange(id: string): void;
}

const WayChoice = observer(function WayChoice({ ways, fen, value, onChange }: WayChoiceProps) {
  const t = useText();
  const i18n = useService(I18N);
  const hintOf = ({ about, above, feeBasisPoints }: PayingBy): string | undefined => {
    if (above > 0 && fen <= above) return t('membership:checkout.above', { amount: yuan(i18n, above) });
    if (feeBasisPoints > 0) return t('membership:checkout.percent', { percent: feeBasisPoints / 100 });
    return about ?? undefined;
  };
  const options = ways.map((way) => ({
    ...{ value: way.id, text: way.title, hint: hintOf(way), disabled: fen <= way.above },
  }));
  return <RadioGroup label={t('membership:checkout.way')} value={value} options={options} onChange={onChange} />;
});

interface PayButtonProps {
  shop: Shop;
  choice: Choice;
  way: PayingBy | undefined;
}

const PayButton = observer(function PayButton({ shop, choice, way }: PayButtonProps) {
  const t = useText();
  const dialogs = useService(DIALOGS);
  const router = useService(ROUTER);
  const store = useStore(ShopStore);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { item, purchase, fen, sale } = choice;

  const pay = usePluginCallback(async () => {
    if (way === undefined) return;
    const isShort = sale?.isShort === true;
    if (isShort && !(await dialogs.confirm(shortQuestion(shop, choice)))) return;
    setBusy(true);
    setRefusal(null);
    try {
      const order = await store.order({
        ...{ item, service: way.id },
        ...(purchase.kind === 'balance' ? { fen } : {}),
        ...(isShort ? { confirmed: true } : {}),
      });
      await router.go(`/recharge/orders/${order.number}`);
    } catch (error) {
      setRefusal(failureText(error, t));
    } finally {
      setBusy(false);
    }
  });
  return (
    <>
      {refusal !== null && (
        <Notice kind="error" announce>
          {refusal}
        </Notice>
      )}
      <Button
        variant="primary"
        size="large"
        wide
        busy={isBusy}
        disabled={way === undefined || !shop.hasMobile}
        onClick={pay}
      >
        {t('membership:checkout.pay')}
      </Button>
      <p className="rp-checkout__quiet">{t('membership:checkout.no-refund')}</p>
    </>
  );
});

function shortQuestion(shop: Shop, { sale, purchase }: Choice) {
  const days = sale?.carried?.days ?? 0;
  const end = purchase.kind === 'level' && sale !== undefined ? endOf(shop, sale, purchase.days) : new Date();
  return {
    title: 'membership:checkout.short-title',
    text: 'membership:checkout.short-text',
    params: { days: SHORT_DAYS, carried: days, end: end.toISOString().slice(0, 10) },
    confirm: 'membership:checkout.short-confirm',
  } as const;
}
