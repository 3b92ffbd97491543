import { Button } from '#core/web/components/Button.tsx';
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
import { AccessPart } from './AccessPart.tsx';
import { HealthLine } from './HealthLine.tsx';
import { SettingsPart } from './SettingsPart.tsx';
import { StateTag } from './StateTag.tsx';
import { TryOutPart } from './TryOutPart.tsx';

/** What of an adapter is open. */
export type AdapterPart = 'settings' | 'try';

/** One adapter: what it is, whether it works, its settings and a try. */
export const AdapterCard = observer(function AdapterCard({
  service,
  adapter,
  shown,
  onToggle,
}: {
  service: Service;
  adapter: ServiceAdapter;
  shown: AdapterPart | null;
  onToggle(part: AdapterPart): void;
}) {
  const t = useText();
  const i18n = useService(I18N);
  const store = useStore(ServicesStore);
  const { kind, inUse, triable } = service;
  const { id, title, about, access, plugin, pluginTitle, state, missing, shape } = adapter;
  const isUsable = state === 'ready' || state === 'incomplete';
  return (
    <section className="rp-services__card" aria-label={title} data-adapter={id}>
      <header>
        <h2>{title}</h2>
        {inUse.includes(id) && <Tag tone="info">{t('providers:in-use')}</Tag>}
        <StateTag kind={kind} adapter={adapter} />
      </header>
      {about !== null && <p>{about}</p>}
      <p className="rp-services__quiet">
        {t('providers:from', { plugin: pluginTitle })} · {id}
      </p>
      {state === 'gone' && <Notice kind="warning">{t('providers:gone-text')}</Notice>}
      {state === 'incomplete' && (
        <Notice kind="info">{t('providers:missing', { fields: enumerated(missing, i18n) })}</Notice>
      )}
      {isUsable && (
        <div className="rp-services__buttons">
          <Button
            size="small"
            icon="refresh"
            busy={store.lookOf(kind, id)?.state === 'looking'}
            disabled={state !== 'ready'}
            onClick={() => void store.look(kind, id)}
          >
            {t('providers:check')}
          </Button>
          {shape !== null && (
            <Button
              size="small"
              icon="settings"
              aria-expanded={shown === 'settings'}
              onClick={() => onToggle('settings')}
            >
              {t('providers:settings')}
            </Button>
          )}
          {triable && (
            <Button
              size="small"
              icon="play"
              aria-expanded={shown === 'try'}
              disabled={state !== 'ready'}
              onClick={() => onToggle('try')}
            >
              {t('providers:try')}
            </Button>
          )}
        </div>
      )}
      <HealthLine kind={kind} id={id} />
      {access !== null && <AccessPart kind={kind} id={id} access={access} />}
      {shown === 'settings' && shape !== null && (
        <SettingsPart kind={kind} id={id} plugin={plugin} shape={shape} title={title} />
      )}
      {shown === 'try' && state === 'ready' && <TryOutPart kind={kind} id={id} />}
    </section>
  );
});
