import { observer } from '#core/web/react/observer.ts';
import { useEffect } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Notice } from '#core/web/ui/Notice.tsx';

import { OutboxRow } from './OutboxRow.tsx';
import { OutboxStore } from './OutboxStore.ts';
import './OutboxPage.css';

/** What would have gone out by SMS: for operators of a server without an SMS provider. */
const OutboxPage = observer(function OutboxPage() {
  const t = useText();
  const store = useStore(OutboxStore);

  useEffect(() => {
    void store.open();
    return () => store.shut();
  }, [store]);

  const { messages } = store;
  return (
    <section className="rp-outbox" aria-busy={messages === null && store.trouble === null}>
      <h1>{t('account:outbox.title')}</h1>
      <p className="rp-outbox-text">{t('account:outbox.text')}</p>
      {store.trouble !== null && (
        <Notice kind="error" announce>
          {store.trouble}
        </Notice>
      )}
      {messages === null ? (
        store.trouble === null && (
          <div className="rp-outbox-outlines" aria-hidden="true">
            <div />
            <div />
            <div />
          </div>
        )
      ) : messages.length === 0 ? (
        <p className="rp-outbox-empty">{t('account:outbox.empty')}</p>
      ) : (
        <>
          <p className="rp-outbox-count" role="status">
            {t('account:outbox.count', { count: store.total })}
          </p>
          <ul className="rp-outbox-list">
            {messages.map((message) => (
              <OutboxRow key={message.id} message={message} isNew={store.arrived.has(message.id)} />
            ))}
          </ul>
          {store.hasMore && (
            <Button variant="secondary" busy={store.loadingMore} onClick={() => void store.loadMore()}>
              {t('account:outbox.more')}
            </Button>
          )}
        </>
      )}
    </section>
  );
});

export default OutboxPage;
