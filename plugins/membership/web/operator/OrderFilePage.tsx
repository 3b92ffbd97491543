import { useState } from 'react';

import { BackLink } from '#core/web/components/BackLink.tsx';
import { Button } from '#core/web/components/Button.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { HTTP } from '#core/web/http/http.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observer } from '#core/web/react/observer.ts';
import { useLive } from '#core/web/react/use-live.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { useParams } from '#core/web/router/links.ts';
import { Notice } from '#core/web/ui/Notice.tsx';
import { PageFrame } from '#core/web/ui/PageFrame.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';
import { Tag } from '#core/web/ui/Tag.tsx';

import { checkAnyOrder, readAnyOrder, type OperatorOrder, type OrderFile } from '#plugins/membership/calls.ts';
import { ORDER_STATE_TAGS } from '../order/order-states.ts';
import { purchaseText, yuan } from '../shop/shop-texts.ts';
import { FactRows } from '../shop/FactRows.tsx';
import { memberText } from './member-text.ts';
import { DecisionForms } from './OrderDecisions.tsx';
import { Timeline } from './Timeline.tsx';
import '../shop/shop.css';
import './operator.css';

/** Milliseconds between two looks: another operator, or a payment service, may change an order. */
const LOOK_EVERY = 30_000;

/** One order with everything that happened to it, and what an operator can do about it. */
export default function OrderFilePage() {
  const { number = '' } = useParams();
  return <OneFile key={number} number={number} />;
}

const OneFile = observer(function OneFile({ number }: { number: string }) {
  const t = useText();
  const http = useService(HTTP);
  const file = useLive<LiveValue<OrderFile>>(
    (scope) =>
      new LiveValue(
        scope,
        (signal): Promise<OrderFile> =>
          http.call(readAnyOrder, { params: { number } }, { signal, handlesErrors: true }),
        { every: () => LOOK_EVERY },
      ),
  );
  const { value, failure } = file;
  return (
    <>
      <BackLink to="/operator/money">{t('membership:operator.orders')}</BackLink>
      <PageFrame
        title={t('membership:operator.order')}
        about={t('membership:pay.number', { number })}
        aside={
          value === null ? undefined : (
            <Tag tone={ORDER_STATE_TAGS[value.order.state].tone}>{t(ORDER_STATE_TAGS[value.order.state].text)}</Tag>
          )
        }
      >
        {failure !== null && (
          <LoadError text={t('membership:pay.failed')} error={failure.error} onRetry={() => void file.load()} />
        )}
        {value === null ? (
          failure === null && <Skeleton shape="rows" count={5} />
        ) : (
          <div className="rp-shop">
            <div className="rp-shop__goods">
              <DecisionForms file={value} onChanged={(changed) => file.put(changed)} />
              <section className="rp-money-card">
                <h2>{t('membership:operator.timeline')}</h2>
                <Timeline steps={value.timeline} />
              </section>
            </div>
            <Facts order={value.order} onChanged={(changed) => file.put(changed)} />
          </div>
        )}
      </PageFrame>
    </>
  );
});

interface FactsProps {
  order: OperatorOrder;
  onChanged(file: OrderFile): void;
}

const Facts = observer(function Facts({ order, onChanged }: FactsProps) {
  const t = useText();
  const i18n = useService(I18N);
  const http = useService(HTTP);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { number, account, purchase, price, fee, total, serviceTitle, reason, transaction, deadline } = order;
  const check = usePluginCallback(async () => {
    setBusy(true);
    setRefusal(null);
    try {
      onChanged(await http.call(checkAnyOrder, { params: { number } }, { handlesErrors: true }));
    } catch (error) {
      setRefusal(failureText(error, t));
    } finally {
      setBusy(false);
    }
  });
  const paid =
    order.paidAmount === null
      ? null
      : `${yuan(i18n, order.paidAmount)} ${order.paidCurrency === 'CNY' ? '' : (order.paidCurrency ?? '')}`;
  const rows: [string, string | null][] = [
    [t('membership:operator.member'), memberText(account, t)],
    [t('membership:records.type'), purchaseText(i18n, purchase)],
    [t('membership:records.amount'), fee > 0 ? `${yuan(i18n, price)} + ${yuan(i18n, fee)}` : yuan(i18n, total)],
    [t('membership:operator.paid'), paid],
    [t('membership:operator.service'), serviceTitle],
    [t('membership:operator.transaction'), transaction],
    [t('membership:operator.reason'), reason],
    [t('membership:operator.deadline'), deadline === null ? null : i18n.time(deadline)],
  ];
  return (
    <aside className="rp-checkout" aria-label={t('membership:checkout.title')}>
      <dl className="rp-money-facts">
        <FactRows rows={rows} />
      </dl>
      {refusal !== null && (
        <Notice kind="error" announce>
          {refusal}
        </Notice>
      )}
      {(order.state === 'waiting' || order.state === 'closed') && (
        <Button icon="refresh" busy={isBusy} onClick={() => check()}>
          {t('membership:operator.check')}
        </Button>
      )}
    </aside>
  );
});
