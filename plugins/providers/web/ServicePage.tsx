import { useState } from 'react';

import { BackLink } from '#core/web/components/BackLink.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useFollowed } from '#core/web/react/use-live.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { useParams } from '#core/web/router/links.ts';
import { Empty } from '#core/web/ui/Empty.tsx';
import { PageFrame } from '#core/web/ui/PageFrame.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';

import { AdapterCard, type AdapterPart } from './adapter/AdapterCard.tsx';
import { ChoicePart } from './ChoicePart.tsx';
import { ServicesStore } from './store/ServicesStore.ts';
import './services.css';

/** One kind of service: which adapter is in use, and each with its settings, its health and a try. */
export default observer(function ServicePage() {
  const t = useText();
  const store = useStore(ServicesStore);
  useFollowed(store);
  const { kind } = useParams();
  // One part of one adapter at a time: a try is of one adapter.
  const [shown, setShown] = useState<{ id: string; part: AdapterPart } | null>(null);
  const { value, failure } = store.services;
  const service = store.of(kind);
  if (value !== null && service === undefined) {
    return (
      <PageFrame title={t('providers:one.title')}>
        <BackLink to="/operator/services">{t('providers:back')}</BackLink>
        <Empty icon="server" title={t('providers:gone')} />
      </PageFrame>
    );
  }
  return (
    <>
      <BackLink to="/operator/services">{t('providers:back')}</BackLink>
      <PageFrame
        title={service === undefined ? t('providers:one.title') : t(`providers:kind.${service.kind}`)}
        about={service === undefined ? undefined : t(`providers:about.${service.kind}`)}
      >
        {failure !== null && (
          <LoadError text={t('providers:unread')} error={failure.error} onRetry={() => void store.services.load()} />
        )}
        {service === undefined && failure === null && <Skeleton shape="rows" count={3} />}
        {service !== undefined &&
          (service.adapters.length === 0 ? (
            <Empty icon="plug" title={t('providers:not-there')} text={t(`providers:none.${service.kind}`)} />
          ) : (
            <>
              <ChoicePart service={service} />
              {service.adapters.map((adapter) => (
                <AdapterCard
                  key={adapter.id}
                  service={service}
                  adapter={adapter}
                  shown={shown?.id === adapter.id ? shown.part : null}
                  onToggle={(part) =>
                    setShown(shown?.id === adapter.id && shown.part === part ? null : { id: adapter.id, part })
                  }
                />
              ))}
            </>
          ))}
      </PageFrame>
    </>
  );
});
