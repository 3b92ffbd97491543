import { LoadError } from '#core/web/components/LoadError.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { useParams } from '#core/web/router/links.ts';
import { PageFrame } from '#core/web/ui/PageFrame.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';
import { Steps } from '#core/web/ui/Steps.tsx';

import type { Order } from '#plugins/membership/calls.ts';
import { Arithmetic } from '../shop/CarriedDays.tsx';
import { purchaseText, yuan } from '../shop/shop-texts.ts';
import { InvoicePart } from './InvoicePart.tsx';
import { OrderEnd } from './OrderEnd.tsx';
import { PayPart } from './PayPart.tsx';
import { TransferPart } from './TransferPart.tsx';
import { useOrder } from './use-order.ts';
import '../shop/shop.css';

/** One order: to be paid, and then what became of it. */
export default function OrderPage() {
  const { number = '' } = useParams();
  return <OneOrder key={number} number={number} />;
}

const OneOrder = observer(function OneOrder({ number }: { number: string }) {
  const t = useText();
  const order = useOrder(number);
  const { value, failure } = order;
  return (
    <PageFrame
      title={t(value === null || value.state === 'waiting' ? 'membership:pay.title' : 'membership:operator.order')}
      about={t('membership:pay.number', { number })}
    >
      {failure !== null && (
        <LoadError text={t('membership:pay.failed')} error={failure.error} onRetry={() => void order.load()} />
      )}
      {value === null ? (
        failure === null && <Skeleton shape="rows" count={4} />
      ) : (
        <>
          <Progress order={value} />
          <div className="rp-shop">
            <section className="rp-shop__goods" aria-live="polite">
              {value.state === 'waiting' && value.way?.show === 'transfer' ? (
                <TransferPart order={value} way={value.way} onChanged={(changed) => order.put(changed)} />
              ) : value.state === 'waiting' ? (
                <PayPart order={value} onChanged={(changed) => order.put(changed)} />
              ) : (
                <OrderEnd order={value} />
              )}
              {value.state === 'fulfilled' && <InvoicePart number={number} />}
            </section>
            <Summary order={value} />
          </div>
        </>
      )}
    </PageFrame>
  );
});

const CURRENT = { waiting: 1, closed: 1, paid: 2, 'late-paid': 2, review: 2, fulfilled: 3 } as const;

function Progress({ order: { state } }: { order: Order }) {
  const t = useText();
  return (
    <Steps
      label={t('membership:pay.steps')}
      current={CURRENT[state]}
      failed={state === 'closed' || state === 'review'}
      steps={[
        { title: t('membership:pay.step-ordered') },
        { title: t('membership:pay.step-paid') },
        { title: t('membership:pay.step-given') },
      ]}
    />
  );
}

const Summary = observer(function Summary({ order }: { order: Order }) {
  const t = useText();
  const i18n = useService(I18N);
  const { purchase, price, fee, total, carried, createdAt } = order;
  return (
    <aside className="rp-checkout" aria-label={t('membership:checkout.title')}>
      <h2>{t('membership:checkout.title')}</h2>
      <dl className="rp-checkout__sums">
        <div>
          <dt>{purchaseText(i18n, purchase)}</dt>
          <dd>{yuan(i18n, price)}</dd>
        </div>
        {fee > 0 && (
          <div>
            <dt>{t('membership:checkout.fee')}</dt>
            <dd>{yuan(i18n, fee)}</dd>
          </div>
        )}
        <div className="rp-checkout__total">
          <dt>{t('membership:checkout.total')}</dt>
          <dd>{yuan(i18n, total)}</dd>
        </div>
      </dl>
      {carried !== null && (
        <div className="rp-checkout__terms">
          <Arithmetic carried={carried} />
        </div>
      )}
      <p className="rp-checkout__quiet">{t('membership:pay.made', { time: i18n.time(createdAt) })}</p>
      <p className="rp-checkout__quiet">{t('membership:checkout.no-refund')}</p>
    </aside>
  );
});
