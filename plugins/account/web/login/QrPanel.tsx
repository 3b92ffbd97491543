import type { I18n } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';

import { Button } from '#core/web/components/Button.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { useText } from '#core/web/react/use-text.ts';
import { PlainButton } from '#core/web/components/PlainButton.tsx';
import { QrCode } from '#core/web/components/QrCode.tsx';

import type { QrLogin } from './QrLogin.ts';

const SIZE = 208;

/** The QR code, and the overlay when it cannot be scanned. */
export const QrPanel = observer(function QrPanel({ qr }: { qr: QrLogin }) {
  const t = useText();
  const stale = qr.state === 'expired' || qr.state === 'failed';
  const ownPage = qr.state === 'waiting' && qr.qrcode !== null ? confirmPage(qr.qrcode) : null;
  return (
    <div className="rp-login-qr">
      <div className="rp-login-qr-frame" data-state={qr.state} style={{ width: SIZE, height: SIZE }}>
        {qr.qrcode !== null && <QrCode text={qr.qrcode} size={SIZE} label={t('account:qr.picture')} />}
        {stale && (
          <PlainButton className="rp-login-qr-again" onClick={() => void qr.refresh()}>
            <Icon name="refresh" />
            <span>{t(qr.state === 'expired' ? 'account:qr.expired' : 'account:qr.again')}</span>
          </PlainButton>
        )}
      </div>
      <p className={qr.state === 'expired' ? 'rp-visually-hidden' : 'rp-login-qr-hint'} role="status">
        {hint(qr, t)}
      </p>
      {ownPage !== null && (
        <a className="rp-login-qr-link" href={ownPage} target="_blank" rel="noopener">
          {t('account:qr.no-phone')}
        </a>
      )}
      {qr.state === 'idle' && (
        <Button variant="secondary" onClick={() => void qr.start()}>
          {t('account:qr.again')}
        </Button>
      )}
    </div>
  );
});

function hint(qr: QrLogin, t: I18n['t']): string {
  switch (qr.state) {
    case 'scanned':
      return t('account:qr.scanned');
    case 'confirmed':
      return t('account:qr.logging-in');
    case 'failed':
      return qr.trouble ?? t('account:server-trouble');
    case 'expired':
      return t('account:qr.expired-heading');
    default:
      return t('account:qr.hint');
  }
}

/** The page of this server that confirms the code, if the code points to one. */
function confirmPage(qrcode: string): string | null {
  if (!URL.canParse(qrcode)) {
    return null;
  }
  const { pathname } = new URL(qrcode);
  return pathname.startsWith('/qr/') ? pathname : null;
}
