import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { QrCode } from '#core/web/components/QrCode.tsx';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { HTTP } from '#core/web/http/http.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { Notice } from '#core/web/ui/Notice.tsx';

import { cancelOrder, checkOrder, type Order } from '#plugins/membership/calls.ts';
import { yuan } from '../shop/shop-texts.ts';
import { useSecondsUntil } from './use-seconds-until.ts';

interface PayPartProps {
  order: Order;
  onChanged(order: Order): void;
}

/** How to pay an order, and for how long it can be paid. */
export const PayPart = observer(function PayPart({ order, onChanged }: PayPartProps) {
  const t = useText();
  const http = useService(HTTP);
  const dialogs = useService(DIALOGS);
  const [doing, setDoing] = useState<'check' | 'cancel' | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const { number } = order;

  const ask = usePluginCallback(async (what: 'check' | 'cancel') => {
    if (what === 'cancel' && !(await dialogs.confirm(CANCEL))) return;
    setDoing(what);
    setNote(null);
    try {
      const asked = [{ params: { number } }, { handlesErrors: true }] as const;
      const changed = await (what === 'check' ? http.call(checkOrder, ...asked) : http.call(cancelOrder, ...asked));
      if (changed.state === 'waiting') setNote(t(`membership:pay.still-${what}`));
      onChanged(changed);
    } catch (error) {
      setNote(failureText(error, t));
    } finally {
      setDoing(null);
    }
  });
  return (
    <div className="rp-pay">
      <Way order={order} />
      {note !== null && (
        <Notice kind="info" announce>
          {note}
        </Notice>
      )}
      <div className="rp-pay__actions">
        <Button busy={doing === 'check'} onClick={() => ask('check')}>
          {t('membership:pay.check')}
        </Button>
        <Button variant="quiet" busy={doing === 'cancel'} onClick={() => ask('cancel')}>
          {t('membership:pay.cancel')}
        </Button>
      </div>
    </div>
  );
});

/** Asks before an order is given up. */
export const CANCEL = {
  title: 'membership:pay.cancel-title',
  text: 'membership:pay.cancel-text',
  confirm: 'membership:pay.cancel',
  cancel: 'membership:pay.keep',
} as const;

const Way = observer(function Way({ order }: { order: Order }) {
  const t = useText();
  const i18n = useService(I18N);
  const router = useService(ROUTER);
  const seconds = useSecondsUntil(order.expiresAt);
  const { way } = order;
  const open = usePluginCallback(async (url: string) => {
    if (url.startsWith('/')) await router.go(url);
    else location.assign(url);
  });
  if (seconds === 0) return <p role="status">{t('membership:pay.time-over')}</p>;
  const amount = yuan(i18n, order.total);
  return (
    <>
      <h2>{t('membership:pay.amount', { amount })}</h2>
      {way === null ? (
        <p role="status">{t('membership:pay.opening')}</p>
      ) : way.show === 'qr-code' ? (
        <>
          <QrCode text={way.text} size={220} label={t('membership:pay.code')} />
          <p>{t('membership:pay.scan')}</p>
        </>
      ) : way.show === 'page' ? (
        <Button variant="primary" size="large" onClick={() => open(way.url)}>
          {t('membership:pay.open')}
        </Button>
      ) : null}
      <p className="rp-checkout__quiet" role="timer" aria-live="off">
        {t('membership:pay.left', { time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}` })}
      </p>
    </>
  );
});
