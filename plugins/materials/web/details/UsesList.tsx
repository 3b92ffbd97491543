import { useEffect, useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { HTTP } from '#core/web/http/http.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import { MaterialFeed } from '../list/MaterialFeed.ts';
import { recordText } from '../record/record-text.ts';
import { Trouble } from '#core/web/components/Trouble.tsx';
import { UsesStore } from './UsesStore.ts';

/** What happened to a material. */
export const UsesList = observer(function UsesList({ id }: { id: string }) {
  const t = useText();
  const i18n = useService(I18N);
  const http = useService(HTTP);
  const feed = useStore(MaterialFeed);
  const [store] = useState(() => new UsesStore(http, id));
  useEffect(() => {
    void store.load();
    const stop = feed.watch((ids) => {
      if (ids.includes(id)) void store.load();
    });
    return () => {
      stop();
      store.dispose();
    };
  }, [store, feed, id]);

  const { uses, failure, hasMore, isReading } = store;
  return (
    <section className="rp-details__uses">
      <h3>{t('materials:uses.title')}</h3>
      {failure !== null && (
        <Trouble text={t('materials:uses.failed')} error={failure.error} onRetry={() => void store.load()} />
      )}
      {uses !== null && (
        <ol className="rp-uses">
          {uses.map((use) => (
            <li key={use.id}>
              <span>{recordText(use, t)}</span>
              <time dateTime={use.at} title={i18n.time(use.at)}>
                {i18n.ago(use.at)}
              </time>
            </li>
          ))}
        </ol>
      )}
      {hasMore && (
        <Button size="small" variant="quiet" busy={isReading} onClick={() => void store.more()}>
          {t('materials:uses.more')}
        </Button>
      )}
    </section>
  );
});
