import { Button } from '#core/web/components/Button.tsx';
import { RelativeTime } from '#core/web/components/RelativeTime.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { useSearchParams } from '#core/web/router/links.ts';
import { ChoiceFilter, SearchFilter } from '#core/web/ui/list/ListFilterParts.tsx';
import { ListPage, type ExportColumn, type ListColumn } from '#core/web/ui/list/ListPage.tsx';
import { Notice } from '#core/web/ui/Notice.tsx';
import { Tag } from '#core/web/ui/Tag.tsx';

import { CHANNEL_STATES, type Channel } from '#plugins/publishing/channel-calls.ts';
import { ArrivalNotice } from './ArrivalNotice.tsx';
import { ChannelDetails } from './ChannelDetails.tsx';
import { ChannelName } from './ChannelName.tsx';
import { ChannelsStore, daysLeft, NO_GROUP } from './ChannelsStore.ts';

const STATE_TONES = { normal: 'good', expired: 'alarm', pending: 'caution' } as const;
/** Columns that have room beside the details. */
const BESIDE_DETAILS = ['name', 'state', 'group'];

/** The accounts at platforms that somebody publishes to. */
export default observer(function ChannelsPage() {
  const t = useText();
  const i18n = useService(I18N);
  const store = useStore(ChannelsStore);
  const connect = usePluginCallback(store.connect);
  const importTable = usePluginCallback(store.importTable);
  const [query] = useSearchParams();
  const isOpen = query.has('id');
  const columns: ListColumn<Channel>[] = [
    {
      ...{ key: 'name', title: t('publishing:channels.name'), opens: true },
      render: (channel) => <ChannelName channel={channel} />,
      plain: ({ name }) => name,
    },
    {
      ...{ key: 'state', title: t('publishing:channels.state'), width: 152 },
      render: (channel) => <ChannelState channel={channel} />,
      plain: ({ state }) => t(`publishing:channels.state-${state}`),
    },
    {
      ...{ key: 'followers', title: t('publishing:channels.followers'), width: 104, align: 'end' },
      render: ({ followers }) => (followers === null ? '—' : i18n.count(followers)),
      plain: ({ followers }) => followers,
    },
    {
      ...{ key: 'group', title: t('publishing:channels.group'), width: 112 },
      render: ({ group }) => group ?? '—',
      plain: ({ group }) => group,
    },
    {
      ...{ key: 'phone', title: t('publishing:channels.phone'), width: 128 },
      render: ({ phone }) => phone ?? '—',
      plain: ({ phone }) => phone,
    },
    {
      ...{ key: 'host', title: t('publishing:channels.import-host'), width: 96, needsRoom: true },
      render: ({ host }) => host ?? '—',
      plain: ({ host }) => host,
    },
    {
      ...{ key: 'last', title: t('publishing:channels.last-post'), width: 104 },
      render: ({ lastPostAt }) => (lastPostAt === null ? '—' : <RelativeTime time={lastPostAt} />),
      plain: ({ lastPostAt }) => lastPostAt,
    },
  ];
  // An import reads it again, whatever the table has room for.
  const exported: ExportColumn<Channel>[] = [
    { title: t('publishing:channels.service'), plain: ({ service }) => service },
    ...columns,
    { title: t('publishing:channels.connected'), plain: ({ connectedAt }) => connectedAt },
    { title: t('publishing:channels.remark'), plain: ({ remark }) => remark },
    { title: t('publishing:channels.id'), plain: ({ id }) => id },
  ];
  return (
    <ListPage
      title={t('publishing:channels.title')}
      about={<Room />}
      list={store.channels}
      notice={
        <>
          <ArrivalNotice />
          <Pending />
        </>
      }
      nameOf={({ name }) => name}
      countText={(count) => t('publishing:channels.count', { count })}
      failed={t('publishing:channels.unread')}
      actions={
        <>
          <Button icon="upload" onClick={importTable}>
            {t('publishing:channels.import')}
          </Button>
          <Button variant="primary" icon="plus" onClick={connect}>
            {t('publishing:connect.action')}
          </Button>
        </>
      }
      filters={store.filters}
      filterBar={
        <>
          <SearchFilter filter={store.words} label={t('publishing:channels.search')} />
          <ChoiceFilter
            filter={store.service}
            label={t('publishing:channels.service')}
            choices={[...store.services].map(([value, text]) => ({ value, text }))}
          />
          <ChoiceFilter
            filter={store.group}
            label={t('publishing:channels.group')}
            choices={[
              ...store.groups.map((group) => ({ value: group, text: group })),
              { value: NO_GROUP, text: t('publishing:channels.no-group') },
            ]}
          />
          <ChoiceFilter
            filter={store.state}
            label={t('publishing:channels.state')}
            look="chips"
            choices={CHANNEL_STATES.map((value) => ({ value, text: t(`publishing:channels.state-${value}`) }))}
          />
        </>
      }
      columns={isOpen ? columns.filter(({ key }) => BESIDE_DETAILS.includes(key)) : columns}
      exportAs={t('publishing:channels.title')}
      exportColumns={exported}
      nothing={{
        ...{ title: t('publishing:channels.none'), text: t('publishing:channels.none-text') },
        picture: <Outline />,
        action: (
          <Button icon="plus" onClick={connect}>
            {t('publishing:connect.action')}
          </Button>
        ),
      }}
      bulk={[
        { text: t('publishing:channels.set-group'), icon: 'folder', run: store.regroup },
        { text: t('publishing:channels.remove'), icon: 'trash', danger: true, run: store.remove },
      ]}
      details={{
        title: ({ name }) => name,
        draw: (channel) => <ChannelDetails key={channel.id} channel={channel} />,
      }}
    />
  );
});

/** Says how many accounts that were imported wait for their owners, and leads through them. */
const Pending = observer(function Pending() {
  const t = useText();
  const [query] = useSearchParams();
  const { pending, authorisePending } = useStore(ChannelsStore);
  const begin = usePluginCallback(authorisePending);
  // Whoever has just come back is led on from there.
  if (pending.length === 0 || query.has('connected')) return null;
  return (
    <Notice
      kind="info"
      actions={
        <Button size="small" onClick={begin}>
          {t('publishing:channels.pending-next')}
        </Button>
      }
    >
      {t('publishing:channels.pending', { count: pending.length })}
    </Notice>
  );
});

/** How many accounts there are of how many, and what to do once there is no room. */
const Room = observer(function Room() {
  const t = useText();
  const { all, own, most, isFull, connect } = useStore(ChannelsStore);
  const offer = usePluginCallback(connect);
  return (
    <>
      {t('publishing:channels.about')}{' '}
      {all !== null && most !== null && (
        <span className="rp-channels__room">
          {t('publishing:channels.room', { count: own.length, most })}
          {isFull && (
            <Button variant="link" size="small" onClick={offer}>
              {t('publishing:channels.more-room')}
            </Button>
          )}
        </span>
      )}
    </>
  );
});

const ChannelState = observer(function ChannelState({ channel }: { channel: Channel }) {
  const t = useText();
  const { authorise } = useStore(ChannelsStore);
  const again = usePluginCallback(() => authorise(channel));
  const { state, name, isShared, isHostGone, endsAt } = channel;
  const isPending = state === 'pending';
  const days = state === 'normal' && !isShared ? daysLeft(endsAt) : null;
  return (
    <span className="rp-channels__state">
      {days === null ? (
        <Tag tone={STATE_TONES[state]}>{t(`publishing:channels.state-${state}`)}</Tag>
      ) : (
        <Tag tone="caution">{t('publishing:channels.ending', { count: days })}</Tag>
      )}
      {isShared && <Tag>{t('publishing:channels.shared')}</Tag>}
      {isHostGone && <Tag tone="alarm">{t('publishing:channels.host-gone')}</Tag>}
      {(state !== 'normal' || days !== null) && !isShared && (
        <Button
          size="small"
          aria-label={t(isPending ? 'publishing:channels.agree-named' : 'publishing:channels.authorise-named', {
            name,
          })}
          onClick={again}
        >
          {t(isPending ? 'publishing:channels.agree' : 'publishing:channels.authorise')}
        </Button>
      )}
    </span>
  );
});

/** What will be here: accounts, each with its picture. */
function Outline() {
  return (
    <svg className="rp-empty__outline" viewBox="0 0 260 120" aria-hidden="true">
      {[0, 1, 2].map((row) => (
        <g key={row} transform={`translate(4 ${4 + row * 40})`}>
          <circle cx="16" cy="16" r="14" data-lit={row === 0 ? '' : undefined} />
          <rect x="42" y="4" width="110" height="9" rx="3" />
          <rect x="42" y="20" width="64" height="8" rx="3" />
          <rect x="204" y="8" width="48" height="16" rx="8" data-lit={row === 0 ? '' : undefined} />
        </g>
      ))}
    </svg>
  );
}
