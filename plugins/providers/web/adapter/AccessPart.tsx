import { enumerated } from '#core/web/i18n/enumerated.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Notice } from '#core/web/ui/Notice.tsx';
import { Tag } from '#core/web/ui/Tag.tsx';

import type { Service, ServiceAdapter } from '#plugins/providers/calls.ts';
import { ServicesStore } from '../store/ServicesStore.ts';

/** What a service has to grant an app before it works for others; once it was asked, what of that it has granted. */
export const AccessPart = observer(function AccessPart({
  kind,
  id,
  access: { scopes, review },
}: {
  kind: Service['kind'];
  id: string;
  access: NonNullable<ServiceAdapter['access']>;
}) {
  const t = useText();
  const i18n = useService(I18N);
  const look = useStore(ServicesStore).lookOf(kind, id);
  const granted = look?.state === 'seen' ? look.health.granted : {};
  const isTold = Object.keys(granted).length > 0;
  const missing = scopes.filter(({ name, isOptional }) => !isOptional && granted[name] === false);
  return (
    <>
      {missing.length > 0 && (
        <Notice kind="warning" announce>
          {t('providers:access-missing', {
            scopes: enumerated(
              missing.map(({ name }) => name),
              i18n,
            ),
          })}
        </Notice>
      )}
      <details className="rp-services__access">
        <summary>{t('providers:access')}</summary>
        <ul>
          {scopes.map(({ name, about, isOptional }) => (
            <li key={name}>
              <code>{name}</code>
              {isOptional && <Tag tone="quiet">{t('providers:access-optional')}</Tag>}
              {granted[name] !== undefined && (
                <Tag tone={granted[name] ? 'good' : 'caution'}>
                  {t(granted[name] ? 'providers:access-granted' : 'providers:access-not-granted')}
                </Tag>
              )}
              <span className="rp-services__quiet">{about}</span>
            </li>
          ))}
        </ul>
        <p>{review}</p>
        {!isTold && look?.state === 'seen' && look.health.healthy && (
          <p className="rp-services__quiet">{t('providers:access-untold')}</p>
        )}
      </details>
    </>
  );
});
