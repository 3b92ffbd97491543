import { observer } from '#core/web/react/observer.ts';
import { Button } from '#core/web/components/Button.tsx';
import { useFollowed } from '#core/web/react/use-live.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Notice } from '#core/web/ui/Notice.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';

import { OutboxRow } from './OutboxRow.tsx';
import { OutboxStore } from './OutboxStore.ts';
import './OutboxPage.css';

/** What would have gone out by SMS: for operators of a server without an SMS provider. */
const OutboxPage = observer(function OutboxPage() {
  const t = useText();
  const store = useStore(OutboxStore);

  useFollowed(store);
  const { items: messages, total, hasMore, loading, more } = store.messages;
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
        store.trouble === null && <Skeleton shape="rows" />
      ) : messages.length === 0 ? (
        <p className="rp-outbox-empty">{t('account:outbox.empty')}</p>
      ) : (
        <>
          <p className="rp-outbox-count" role="status">
            {t('account:outbox.count', { count: total ?? 0 })}
          </p>
          <ul className="rp-outbox-list">
            {messages.map((message) => (
              <OutboxRow key={message.id} message={message} isNew={store.arrived.has(message.id)} />
            ))}
          </ul>
          {hasMore && (
            <Button variant="secondary" busy={loading === 'more'} onClick={() => void more()}>
              {t('account:outbox.more')}
            </Button>
          )}
        </>
      )}
    </section>
  );
});

export default OutboxPage;
