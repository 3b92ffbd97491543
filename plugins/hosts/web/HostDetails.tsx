import type { ReactNode } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { FactList } from '#core/web/ui/FactList.tsx';
import { Notice } from '#core/web/ui/Notice.tsx';
import { Tag } from '#core/web/ui/Tag.tsx';

import type { Host } from '#plugins/hosts/calls.ts';
import { HealthChart } from './HealthChart.tsx';
import { HostsStore } from './HostsStore.ts';
import { ExpiryTag } from './HostState.tsx';

const PORT_TONES = { open: 'good', closed: 'quiet', filtered: 'caution' } as const;

/** A host: what was found, how it has been, and what can be done with it. */
export const HostDetails = observer(function HostDetails({ host }: { host: Host }) {
  const t = useText();
  const i18n = useService(I18N);
  const store = useStore(HostsStore);
  const check = usePluginCallback(() => store.check(host));
  const edit = usePluginCallback(() => store.edit(host));
  const remove = usePluginCallback(() => store.remove([host]));
  const isBusy = store.busy.has(host.id);
  const { type, user, port, ip, elasticIp, method, key, region, provider, config, expiresOn } = host;
  const { hostKey, ports, system, milliseconds, checkedAt } = host;
  const facts: [string, ReactNode][] = [
    [t('hosts:type'), t(`hosts:type-${type}`)],
    [t('hosts:ip'), ip],
    [t('hosts:elastic-ip'), elasticIp],
    [t('hosts:port'), String(port)],
    [t('hosts:user'), user],
    [t('hosts:method'), t(`hosts:method-${method}`)],
    [t('hosts:login-key'), key && <code key="login">{key.fingerprint}</code>],
    [t('hosts:host-key'), hostKey && <code key="host">{hostKey.fingerprint}</code>],
    [t('hosts:system'), system && `${system.name} ${system.machine}`],
    [t('hosts:region'), region],
    [t('hosts:provider'), provider],
    [t('hosts:config'), config],
    [t('hosts:expires'), <ExpiryTag key="expires" day={expiresOn} />],
  ];
  return (
    <div className="rp-host">
      <StateNotice host={host} />
      <div className="rp-host__actions">
        <Button icon="refresh" busy={isBusy} onClick={check}>
          {t('hosts:check')}
        </Button>
        <Button icon="edit" disabled={isBusy} onClick={edit}>
          {t('hosts:edit')}
        </Button>
        <Button icon="trash" variant="danger" disabled={isBusy} onClick={remove}>
          {t('hosts:remove')}
        </Button>
      </div>
      {checkedAt !== null && (
        <p className="rp-host__note">
          {milliseconds === null
            ? t('hosts:checked-failed', { time: i18n.time(checkedAt) })
            : t('hosts:checked-at', { time: i18n.time(checkedAt), milliseconds })}
        </p>
      )}
      <FactList facts={facts} />
      {ports.length > 0 && (
        <section aria-label={t('hosts:ports')} className="rp-host__ports">
          {ports.map((finding) => (
            <Tag key={finding.port} tone={PORT_TONES[finding.state]}>
              {t(`hosts:port-${finding.state}`, { port: String(finding.port) })}
            </Tag>
          ))}
          <p className="rp-host__note">{t('hosts:needed')}</p>
        </section>
      )}
      {hostKey !== null && <HealthChart id={host.id} />}
    </div>
  );
});

/** What its owner has to do about a host. */
const StateNotice = observer(function StateNotice({ host }: { host: Host }) {
  const t = useText();
  const store = useStore(HostsStore);
  const trust = usePluginCallback(() => store.trust(host));
  const { state, cause, hostKey, offeredKey, system, ports } = host;
  const isBusy = store.busy.has(host.id);
  if (state === 'unchecked') return <Notice kind="info">{t('hosts:unchecked-text')}</Notice>;
  if (state === 'unknown-key' && offeredKey !== null) {
    return (
      <Notice
        kind="warning"
        title={t('hosts:unknown-key-title')}
        actions={
          <Button size="small" variant="primary" busy={isBusy} onClick={trust}>
            {t('hosts:trust')}
          </Button>
        }
      >
        {t('hosts:unknown-key-text', { type: offeredKey.type })} <code>{offeredKey.fingerprint}</code>
      </Notice>
    );
  }
  if (state === 'changed-key' && offeredKey !== null) {
    return (
      <Notice
        kind="error"
        announce
        title={t('hosts:changed-key-title')}
        actions={
          <Button size="small" variant="danger" busy={isBusy} onClick={trust}>
            {t('hosts:changed-trust')}
          </Button>
        }
      >
        <p>{t('hosts:changed-key-text')}</p>
        <p>
          {t('hosts:changed-key-before', { type: hostKey?.type ?? '' })} <code>{hostKey?.fingerprint}</code>
        </p>
        <p>
          {t('hosts:changed-key-now', { type: offeredKey.type })} <code>{offeredKey.fingerprint}</code>
        </p>
      </Notice>
    );
  }
  if (state === 'failed') {
    return (
      <Notice kind="error" title={t('hosts:failed-title')}>
        {cause}
      </Notice>
    );
  }
  if (state !== 'unfit') return null;
  const filtered = ports.filter((finding) => finding.state === 'filtered').map(({ port }) => port);
  return (
    <Notice kind="warning" title={t('hosts:unfit-title')}>
      {system?.isFit === false && <p>{t('hosts:unfit-system', { name: system.name, machine: system.machine })}</p>}
      {filtered.length > 0 && <p>{t('hosts:unfit-ports', { ports: filtered.join(t('hosts:expiring-between')) })}</p>}
    </Notice>
  );
});
