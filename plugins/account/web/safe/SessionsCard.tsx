import { observer } from '#core/web/react/observer.ts';
import { useEffect, useId } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useFollowed } from '#core/web/react/use-live.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Notice } from '#core/web/ui/Notice.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';

import type { LiveSession } from '#plugins/account/calls.ts';
import { browserText, deviceText } from './device-text.ts';
import { SessionsStore } from './SessionsStore.ts';

/** Every place where the account is logged in; each can be ended from here. */
export const SessionsCard = observer(function SessionsCard() {
  const t = useText();
  const store = useStore(SessionsStore);
  const heading = useId();

  useFollowed(store);
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible') {
        void store.load();
      }
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [store]);

  return (
    <section className="rp-safe-card" aria-labelledby={heading} aria-busy={store.sessions === null && store.loading}>
      <header className="rp-safe-head">
        <div>
          <h2 id={heading}>{t('account:sessions.heading')}</h2>
          <p>{t('account:sessions.text')}</p>
        </div>
        {store.others.length > 0 && (
          <Button variant="danger" disabled={store.ending.length > 0} onClick={() => void store.endOthers()}>
            {t('account:sessions.end-others')}
          </Button>
        )}
      </header>
      {store.trouble !== null && (
        <div className="rp-safe-trouble">
          <Notice kind="error" announce>
            {store.trouble}
          </Notice>
          <Button variant="secondary" busy={store.loading} onClick={() => void store.load()}>
            {t('account:retry')}
          </Button>
        </div>
      )}
      {store.sessions === null ? (
        store.trouble === null && (
          <div data-unread="">
            <Skeleton shape="rows" count={2} soon />
          </div>
        )
      ) : (
        <ul className="rp-safe-sessions">
          {store.sessions.map((session) => (
            <SessionRow key={session.id} store={store} session={session} />
          ))}
        </ul>
      )}
      {store.sessions !== null && store.others.length === 0 && (
        <p className="rp-safe-missing">{t('account:sessions.only-this')}</p>
      )}
    </section>
  );
});

const SessionRow = observer(function SessionRow({ store, session }: { store: SessionsStore; session: LiveSession }) {
  const t = useText();
  const i18n = useService(I18N);
  return (
    <li className="rp-safe-session">
      <Icon name="globe" />
      <div>
        <p>
          <strong>{browserText(session, t)}</strong>
          {session.current && <span className="rp-safe-this">{t('account:sessions.this')}</span>}
        </p>
        <p className="rp-safe-session-facts">
          {session.ip !== '' && <span>{session.ip}</span>}
          <time dateTime={session.seenAt} title={i18n.time(session.seenAt)}>
            {session.current
              ? t('account:sessions.now')
              : t('account:sessions.seen', { ago: i18n.ago(session.seenAt) })}
          </time>
        </p>
      </div>
      {!session.current && (
        <Button
          variant="secondary"
          aria-label={t('account:sessions.end-named', { device: deviceText(session, t) })}
          busy={store.ending.includes(session.id)}
          onClick={() => void store.end(session)}
        >
          {t('account:sessions.end')}
        </Button>
      )}
    </li>
  );
});
