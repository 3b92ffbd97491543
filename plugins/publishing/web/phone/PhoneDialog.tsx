import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { DialogActions } from '#core/web/components/DialogActions.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { QrCode } from '#core/web/components/QrCode.tsx';
import { copyText } from '#core/web/copy-text.ts';
import type { DialogControl } from '#core/web/define-web.ts';
import { EVENTS } from '#core/web/events/events.ts';
import { HTTP } from '#core/web/http/http.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observer } from '#core/web/react/observer.ts';
import { useLive } from '#core/web/react/use-live.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';

import { postsChanged } from '#plugins/publishing/events.ts';
import { makePhoneLink, type PhoneLink, type PhoneLinkKind } from '#plugins/publishing/phone-calls.ts';
import './phone.css';

interface PhoneDialogProps extends DialogControl {
  kind: PhoneLinkKind;
  /** Of the post, the task or the account. */
  id: string;
  name: string;
}

/** The link by which somebody publishes on a phone, as a code to scan. */
export default observer(function PhoneDialog({ kind, id, name, close }: PhoneDialogProps) {
  const t = useText();
  const i18n = useService(I18N);
  const http = useService(HTTP);
  const events = useService(EVENTS);
  const toasts = useService(TOASTS);
  const [isRenewing, setRenewing] = useState(false);
  const link = useLive(
    (scope) =>
      new LiveValue<PhoneLink>(
        scope,
        (signal) => http.call(makePhoneLink, { body: { kind, id } }, { signal, handlesErrors: true }),
        { events, follows: [eventTrigger(postsChanged)] },
      ),
  );
  const copy = usePluginCallback(async (url: string) => {
    const isCopied = await copyText(url);
    const text = () => t(isCopied ? 'publishing:phone.link-copied' : 'publishing:phone.link-not-copied');
    toasts.show({ kind: isCopied ? 'success' : 'warning', text, key: 'publishing.phone' });
  });
  const renew = usePluginCallback(async () => {
    setRenewing(true);
    try {
      link.put(await http.call(makePhoneLink, { body: { kind, id, isNew: true } }));
      toasts.show({ kind: 'success', text: () => t('publishing:phone.renewed'), key: 'publishing.phone' });
    } finally {
      setRenewing(false);
    }
  });
  const { value, failure } = link;
  return (
    <>
      <DialogTitle>{t('publishing:phone.dialog', { name })}</DialogTitle>
      {failure !== null && value === null && (
        <LoadError text={t('publishing:phone.unread')} error={failure.error} onRetry={() => void link.load()} />
      )}
      {failure === null && value === null && <Skeleton shape="rows" count={4} />}
      {value !== null && (
        <div className="rp-phone-link">
          <p>{t(`publishing:phone.about-${kind}`)}</p>
          <QrCode text={value.url} size={220} label={t('publishing:phone.code')} />
          {kind !== 'post' && <p>{t('publishing:phone.count', { count: value.waiting })}</p>}
          <a href={value.url} target="_blank" rel="noreferrer">
            {value.url}
          </a>
          <p className="rp-phone-link__quiet">{t('publishing:phone.ends', { time: i18n.time(value.endsAt) })}</p>
        </div>
      )}
      <DialogActions>
        <Button onClick={() => close()}>{t('publishing:phone.close')}</Button>
        <Button icon="refresh" busy={isRenewing} disabled={value === null} onClick={renew}>
          {t('publishing:phone.renew')}
        </Button>
        <Button
          variant="primary"
          icon="copy"
          disabled={value === null}
          onClick={() => value !== null && copy(value.url)}
        >
          {t('publishing:phone.copy-link')}
        </Button>
      </DialogActions>
    </>
  );
});
