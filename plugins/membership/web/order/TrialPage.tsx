import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { HTTP } from '#core/web/http/http.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { useParams } from '#core/web/router/links.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { Notice } from '#core/web/ui/Notice.tsx';
import { PageFrame } from '#core/web/ui/PageFrame.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';

import { payOnTrial, type Order } from '#plugins/membership/calls.ts';
import { purchaseText, yuan } from '../shop/shop-texts.ts';
import { useOrder } from './use-order.ts';
import '../shop/shop.css';

/** The cashier of this server: it looks like paying, and takes no money. */
export default function TrialPage() {
  const { number = '' } = useParams();
  return <Cashier key={number} number={number} />;
}

const Cashier = observer(function Cashier({ number }: { number: string }) {
  const t = useText();
  const order = useOrder(number);
  const { value, failure } = order;
  return (
    <PageFrame title={t('membership:trial.title')} about={t('membership:pay.number', { number })}>
      <Notice kind="warning" title={t('membership:trial.no-money')}>
        {t('membership:trial.explained')}
      </Notice>
      {failure !== null && (
        <LoadError text={t('membership:pay.failed')} error={failure.error} onRetry={() => void order.load()} />
      )}
      {value === null ? failure === null && <Skeleton shape="rows" count={2} /> : <Till order={value} />}
    </PageFrame>
  );
});

const Till = observer(function Till({ order }: { order: Order }) {
  const t = useText();
  const i18n = useService(I18N);
  const http = useService(HTTP);
  const router = useService(ROUTER);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { number, state } = order;
  const back = usePluginCallback(async () => {
    await router.go(`/recharge/orders/${number}`);
  });
  const pay = usePluginCallback(async () => {
    setBusy(true);
    setRefusal(null);
    try {
      await http.call(payOnTrial, { params: { number } }, { handlesErrors: true });
      await router.go(`/recharge/orders/${number}`, { replace: true });
    } catch (error) {
      setRefusal(failureText(error, t));
    } finally {
      setBusy(false);
    }
  });
  return (
    <div className="rp-checkout rp-checkout--alone">
      <dl className="rp-checkout__sums">
        <div className="rp-checkout__total">
          <dt>{purchaseText(i18n, order.purchase)}</dt>
          <dd>{yuan(i18n, order.total)}</dd>
        </div>
      </dl>
      {refusal !== null && (
        <Notice kind="error" announce>
          {refusal}
        </Notice>
      )}
      {state === 'waiting' && (
        <Button variant="primary" size="large" wide busy={isBusy} onClick={pay}>
          {t('membership:trial.pay', { amount: yuan(i18n, order.total) })}
        </Button>
      )}
      <Button wide onClick={back}>
        {t('membership:trial.back')}
      </Button>
    </div>
  );
});
