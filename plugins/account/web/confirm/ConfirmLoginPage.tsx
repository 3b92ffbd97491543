import { observer } from '#core/web/react/observer.ts';
import { useEffect } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { useStore } from '#core/web/react/use-store.ts';
import { useParams } from '#core/web/router/links.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Notice } from '#core/web/ui/Notice.tsx';

import { ConfirmLoginStore } from './ConfirmLoginStore.ts';
import './ConfirmLoginPage.css';

/** What a phone shows that scanned a login code: who wants in, and one button. */
const ConfirmLoginPage = observer(function ConfirmLoginPage() {
  const t = useText();
  const store = useStore(ConfirmLoginStore);
  const { sceneId = '' } = useParams();

  useEffect(() => {
    void store.open(sceneId);
    return () => store.shut();
  }, [store, sceneId]);

  return (
    <div className="rp-confirm" data-state={store.state} aria-busy={store.state === 'loading'}>
      <div className="rp-confirm-card">
        <p className="rp-confirm-brand">{t('account:qr.brand')}</p>
        <Body store={store} />
      </div>
    </div>
  );
});

const Body = observer(function Body({ store }: { store: ConfirmLoginStore }) {
  const t = useText();
  switch (store.state) {
    case 'loading':
      return (
        <>
          <div className="rp-confirm-outline" style={{ width: '70%', height: 28 }} />
          <div className="rp-confirm-outline" style={{ height: 64 }} />
          <div className="rp-confirm-outline" style={{ height: 48 }} />
        </>
      );
    case 'waiting':
    case 'scanned':
      return (
        <>
          <h1>{t('account:qr.confirm-heading')}</h1>
          <p className="rp-confirm-browser">
            <Icon name="globe" />
            <strong>{store.browser}</strong>
          </p>
          {store.as !== null && <p className="rp-confirm-quiet">{t('account:qr.confirm-as', { name: store.as })}</p>}
          {store.trouble !== null && (
            <Notice kind="error" announce>
              {store.trouble}
            </Notice>
          )}
          <Button variant="primary" wide size="large" busy={store.confirming} onClick={() => void store.confirm()}>
            {t('account:qr.confirm')}
          </Button>
          <p className="rp-confirm-quiet">{t('account:qr.confirm-warning')}</p>
        </>
      );
    case 'confirmed':
      return (
        <div role="status" className="rp-confirm-end">
          <Icon name="check" />
          <h1>{t('account:qr.confirmed-heading')}</h1>
          <p className="rp-confirm-quiet">{t('account:qr.confirmed-text')}</p>
        </div>
      );
    case 'expired':
      return (
        <div role="status" className="rp-confirm-end">
          <Icon name="clock" />
          <h1>{t('account:qr.expired-heading')}</h1>
          <p className="rp-confirm-quiet">{t('account:qr.expired-text')}</p>
        </div>
      );
    case 'failed':
      return (
        <>
          <h1>{t('account:qr.failed-heading')}</h1>
          {store.trouble !== null && (
            <Notice kind="error" announce>
              {store.trouble}
            </Notice>
          )}
          <Button variant="secondary" wide size="large" onClick={() => void store.retry()}>
            {t('account:retry')}
          </Button>
        </>
      );
  }
});

export default ConfirmLoginPage;
