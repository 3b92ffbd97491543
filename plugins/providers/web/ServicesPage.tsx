import { LoadError } from '#core/web/components/LoadError.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useFollowed } from '#core/web/react/use-live.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link } from '#core/web/router/links.ts';
import { PageFrame } from '#core/web/ui/PageFrame.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';
import { Tag } from '#core/web/ui/Tag.tsx';

import type { Service } from '#plugins/providers/calls.ts';
import { StateTag } from './adapter/StateTag.tsx';
import { ServicesStore } from './store/ServicesStore.ts';
import './services.css';

/** Every kind of service: what is in use, and whether it works. */
export default observer(function ServicesPage() {
  const t = useText();
  const store = useStore(ServicesStore);
  useFollowed(store);
  const { value, failure } = store.services;
  return (
    <PageFrame title={t('providers:title')} about={t('providers:lead')}>
      {failure !== null && (
        <LoadError text={t('providers:unread')} error={failure.error} onRetry={() => void store.services.load()} />
      )}
      {value === null ? (
        failure === null && <Skeleton shape="rows" count={6} />
      ) : (
        <ul className="rp-services">
          {value.map((service) => (
            <ServiceRow key={service.kind} service={service} />
          ))}
        </ul>
      )}
    </PageFrame>
  );
});

const ServiceRow = observer(function ServiceRow({ service }: { service: Service }) {
  const t = useText();
  const { kind, adapters, inUse } = service;
  const used = adapters.filter(({ id }) => inUse.includes(id));
  return (
    <li className="rp-services__row" data-kind={kind}>
      <Link to={`/operator/services/${kind}`} className="rp-services__link">
        <span className="rp-services__name">
          <strong>{t(`providers:kind.${kind}`)}</strong>
          <span className="rp-services__quiet">{t(`providers:about.${kind}`)}</span>
        </span>
        <span className="rp-services__used">
          {adapters.length === 0 ? (
            <Tag>{t('providers:not-there')}</Tag>
          ) : used.length === 0 ? (
            <Tag tone="caution">{t('providers:none-in-use')}</Tag>
          ) : (
            used.map((adapter) => (
              <span key={adapter.id} className="rp-services__one">
                {adapter.title} <StateTag kind={kind} adapter={adapter} />
              </span>
            ))
          )}
        </span>
        <Icon name="chevron-right" size={16} />
      </Link>
    </li>
  );
});
