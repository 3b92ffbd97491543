import { Button } from '#core/web/components/Button.tsx';
import { RelativeTime } from '#core/web/components/RelativeTime.tsx';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { useSearchParams } from '#core/web/router/links.ts';
import { ChoiceFilter, SearchFilter } from '#core/web/ui/list/ListFilterParts.tsx';
import { ListPage, type ListColumn } from '#core/web/ui/list/ListPage.tsx';
import { Notice } from '#core/web/ui/Notice.tsx';

import { HOST_STATES, HOST_TYPES, type Host } from '#plugins/hosts/calls.ts';
import { HostDetails } from './HostDetails.tsx';
import { HostsStore } from './HostsStore.ts';
import { ExpiryTag, HostState } from './HostState.tsx';
import './hosts.css';

/** Columns that have room beside the details. */
const BESIDE_DETAILS = ['name', 'address', 'state'];

/** Hosts that somebody has. */
export default observer(function HostsPage() {
  const t = useText();
  const store = useStore(HostsStore);
  const add = usePluginCallback(store.add);
  const [query] = useSearchParams();
  const columns: ListColumn<Host>[] = [
    {
      ...{ key: 'name', title: t('hosts:name'), opens: true },
      render: ({ name }) => name,
      plain: ({ name }) => name,
    },
    {
      ...{ key: 'type', title: t('hosts:type'), width: 88 },
      render: ({ type }) => t(`hosts:type-${type}`),
      plain: ({ type }) => t(`hosts:type-${type}`),
    },
    {
      ...{ key: 'address', title: t('hosts:address'), width: 224 },
      render: (host) => <span className="rp-host-address">{addressText(host)}</span>,
      plain: addressText,
    },
    {
      ...{ key: 'method', title: t('hosts:method'), width: 88, needsRoom: true },
      render: ({ method }) => t(`hosts:method-${method}`),
      plain: ({ method }) => t(`hosts:method-${method}`),
    },
    {
      ...{ key: 'state', title: t('hosts:state'), width: 128 },
      render: ({ state }) => <HostState state={state} />,
      plain: ({ state }) => t(`hosts:state-${state}`),
    },
    {
      ...{ key: 'region', title: t('hosts:region'), width: 112, needsRoom: true },
      render: ({ region }) => region ?? '—',
      plain: ({ region }) => region,
    },
    {
      ...{ key: 'provider', title: t('hosts:provider'), width: 112, needsRoom: true },
      render: ({ provider }) => provider ?? '—',
      plain: ({ provider }) => provider,
    },
    {
      ...{ key: 'checked', title: t('hosts:checked'), width: 104 },
      render: ({ checkedAt }) => (checkedAt === null ? '—' : <RelativeTime time={checkedAt} />),
      plain: ({ checkedAt }) => checkedAt,
    },
    {
      ...{ key: 'expires', title: t('hosts:expires'), width: 144 },
      render: ({ expiresOn }) => <ExpiryTag day={expiresOn} />,
      plain: ({ expiresOn }) => expiresOn,
    },
  ];
  return (
    <ListPage
      title={t('hosts:title')}
      about={t('hosts:about')}
      list={store.hosts}
      notice={<Expiring />}
      nameOf={({ name }) => name}
      countText={(count) => t('hosts:count', { count })}
      failed={t('hosts:unread')}
      actions={
        <Button variant="primary" icon="plus" onClick={add}>
          {t('hosts:add')}
        </Button>
      }
      filters={store.filters}
      filterBar={
        <>
          <SearchFilter filter={store.words} label={t('hosts:search')} />
          <ChoiceFilter
            filter={store.type}
            label={t('hosts:type')}
            choices={HOST_TYPES.map((value) => ({ value, text: t(`hosts:type-${value}`) }))}
          />
          <ChoiceFilter
            filter={store.state}
            label={t('hosts:state')}
            choices={HOST_STATES.map((value) => ({ value, text: t(`hosts:state-${value}`) }))}
          />
        </>
      }
      columns={query.has('id') ? columns.filter(({ key }) => BESIDE_DETAILS.includes(key)) : columns}
      exportAs={t('hosts:title')}
      nothing={{
        ...{ title: t('hosts:none'), text: t('hosts:none-text') },
        picture: <Outline />,
        action: (
          <Button icon="plus" onClick={add}>
            {t('hosts:add')}
          </Button>
        ),
      }}
      bulk={[{ text: t('hosts:remove'), icon: 'trash', danger: true, run: store.remove }]}
      details={{
        title: ({ name }) => name,
        draw: (host) => <HostDetails key={host.id} host={host} />,
      }}
    />
  );
});

function addressText({ user, ip, elasticIp, port }: Host): string {
  const address = elasticIp ?? ip;
  return `${user}@${address.includes(':') ? `[${address}]` : address}:${port}`;
}

/** Says which hosts end soon. */
const Expiring = observer(function Expiring() {
  const t = useText();
  const { expiring } = useStore(HostsStore);
  if (expiring.length === 0) return null;
  const names = expiring.map(({ host: { name }, days }) => {
    const left = days < 0 ? t('hosts:expires-past') : days === 0 ? t('hosts:expires-today') : null;
    return t('hosts:expiring-name', { name, left: left ?? t('hosts:expires-in', { count: days }) });
  });
  return (
    <Notice kind="warning" title={t('hosts:expiring-title', { count: expiring.length })}>
      {t('hosts:expiring-text', { names: names.join(t('hosts:expiring-between')) })}
    </Notice>
  );
});

/** What will be here: machines, one of them on. */
function Outline() {
  return (
    <svg className="rp-empty__outline" viewBox="0 0 260 120" aria-hidden="true">
      {[0, 1, 2].map((row) => (
        <g key={row} transform={`translate(30 ${4 + row * 40})`}>
          <rect width="200" height="32" rx="6" />
          <circle cx="18" cy="16" r="5" data-lit={row === 0 ? '' : undefined} />
          <rect x="36" y="12" width="90" height="8" rx="3" data-lit={row === 0 ? '' : undefined} />
          <rect x="150" y="12" width="36" height="8" rx="3" />
        </g>
      ))}
    </svg>
  );
}
