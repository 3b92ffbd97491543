import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { copyText } from '#core/web/copy-text.ts';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { HTTP } from '#core/web/http/http.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';
import { DropZone } from '#core/web/ui/DropZone.tsx';
import { Notice } from '#core/web/ui/Notice.tsx';

import { cancelOrder, sendSlip, type Order } from '#plugins/membership/calls.ts';
import { yuan } from '../shop/shop-texts.ts';
import { CANCEL } from './PayPart.tsx';

interface TransferPartProps {
  order: Order;
  way: { holder: string; bank: string; account: string };
  onChanged(order: Order): void;
}

/** Where to transfer the money to, and where the slip goes. */
export const TransferPart = observer(function TransferPart({ order, way, onChanged }: TransferPartProps) {
  const t = useText();
  const i18n = useService(I18N);
  const http = useService(HTTP);
  const dialogs = useService(DIALOGS);
  const [doing, setDoing] = useState<'send' | 'cancel' | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { number } = order;

  const attempt = async (what: 'send' | 'cancel', make: () => Promise<Order>): Promise<void> => {
    setDoing(what);
    setRefusal(null);
    try {
      onChanged(await make());
    } catch (error) {
      setRefusal(failureText(error, t));
    } finally {
      setDoing(null);
    }
  };
  const send = usePluginCallback(async (file: File) => {
    const body = new FormData();
    body.append('file', file, file.name);
    const path = sendSlip.path.replace(':number', number);
    await attempt('send', () => http.send<Order>({ method: sendSlip.method, path, body, handlesErrors: true }));
  });
  const cancel = usePluginCallback(async () => {
    if (!(await dialogs.confirm(CANCEL))) return;
    await attempt('cancel', () => http.call(cancelOrder, { params: { number } }, { handlesErrors: true }));
  });
  return (
    <div className="rp-pay">
      <h2>{t('membership:pay.amount', { amount: yuan(i18n, order.total) })}</h2>
      <p>{t('membership:transfer.how')}</p>
      <dl className="rp-transfer">
        <Detail label={t('membership:transfer.holder')} value={way.holder} />
        <Detail label={t('membership:transfer.bank')} value={way.bank} />
        <Detail label={t('membership:transfer.account')} value={way.account} />
        <Detail label={t('membership:transfer.purpose')} value={number} />
      </dl>
      {order.note !== null && (
        <Notice kind="warning" title={t('membership:transfer.refused')}>
          {order.note}
        </Notice>
      )}
      <DropZone
        title={t('membership:transfer.drop')}
        release={t('membership:transfer.release')}
        choose={t('membership:transfer.choose')}
        text={t('membership:transfer.limits')}
        accept="image/jpeg,image/png,image/webp,application/pdf"
        primary
        busy={doing === 'send'}
        error={refusal}
        onFiles={([found]) => found !== undefined && send(found.file)}
      />
      <p className="rp-checkout__quiet">{t('membership:transfer.until', { date: i18n.time(order.expiresAt) })}</p>
      <div className="rp-pay__actions">
        <Button variant="quiet" busy={doing === 'cancel'} onClick={cancel}>
          {t('membership:pay.cancel')}
        </Button>
      </div>
    </div>
  );
});

function Detail({ label, value }: { label: string; value: string }) {
  const t = useText();
  const toasts = useService(TOASTS);
  const copy = usePluginCallback(async () => {
    const isCopied = await copyText(value);
    const text = () => t(isCopied ? 'membership:transfer.copied' : 'membership:transfer.copy-failed');
    toasts.show({ kind: isCopied ? 'success' : 'warning', text, key: 'membership.copy' });
  });
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {value}
        <IconButton
          icon="copy"
          size="small"
          label={t('membership:transfer.copy', { what: label })}
          onClick={() => copy()}
        />
      </dd>
    </div>
  );
}
