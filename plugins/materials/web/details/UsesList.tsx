import { Button } from '#core/web/components/Button.tsx';
import { EVENTS } from '#core/web/events/events.ts';
import { HTTP } from '#core/web/http/http.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveList } from '#core/web/live/LiveList.ts';
import { observer } from '#core/web/react/observer.ts';
import { useLive } from '#core/web/react/use-live.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';

import { listMaterialUses } from '#plugins/materials/calls.ts';
import { materialsChanged } from '#plugins/materials/events.ts';
import { recordText } from '../record/record-text.ts';
import { LoadError } from '#core/web/components/LoadError.tsx';

const PAGE = 20;

/** What happened to a material, newest first. Give it a key by the material. */
export const UsesList = observer(function UsesList({ id }: { id: string }) {
  const t = useText();
  const i18n = useService(I18N);
  const http = useService(HTTP);
  const events = useService(EVENTS);
  const { items, failure, hasMore, loading, more, retry } = useLive(
    (scope) =>
      new LiveList(
        scope,
        ({ cursor, limit, signal }) => {
          const query = { limit, ...(cursor === undefined ? {} : { cursor }) };
          return http.call(listMaterialUses, { params: { id }, query }, { signal, handlesErrors: true });
        },
        {
          ...{ events, pageSize: PAGE },
          follows: [eventTrigger(materialsChanged, ({ ids }) => ids.includes(id))],
        },
      ),
  );

  return (
    <section className="rp-details__uses">
      <h3>{t('materials:uses.title')}</h3>
      {failure !== null && (
        <LoadError text={t('materials:uses.failed')} error={failure.error} onRetry={() => void retry()} />
      )}
      {items !== null && (
        <ol className="rp-uses">
          {items.map((use) => (
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
        <Button size="small" variant="quiet" busy={loading === 'more'} onClick={() => void more()}>
          {t('materials:uses.more')}
        </Button>
      )}
    </section>
  );
});
