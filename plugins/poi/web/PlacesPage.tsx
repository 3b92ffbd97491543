import { Button } from '#core/web/components/Button.tsx';
import { RelativeTime } from '#core/web/components/RelativeTime.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { useSearchParams } from '#core/web/router/links.ts';
import { FactList } from '#core/web/ui/FactList.tsx';
import { ChoiceFilter, SearchFilter } from '#core/web/ui/list/ListFilterParts.tsx';
import { ListPage, type ExportColumn, type ListColumn } from '#core/web/ui/list/ListPage.tsx';

import type { Place } from '#plugins/poi/calls.ts';
import { MapLink } from './MapLink.tsx';
import { PlacesStore } from './PlacesStore.ts';
import './poi.css';

/** Columns that have room beside the details. */
const BESIDE_DETAILS = ['name', 'poi'];

/** The points of interest that posts can name. */
export default observer(function PlacesPage() {
  const t = useText();
  const i18n = useService(I18N);
  const store = useStore(PlacesStore);
  const add = usePluginCallback(store.add);
  const read = usePluginCallback(store.import);
  const [query] = useSearchParams();
  const columns: ListColumn<Place>[] = [
    {
      ...{ key: 'name', title: t('poi:name'), opens: true },
      render: ({ name }) => name,
      plain: ({ name }) => name,
    },
    {
      ...{ key: 'poi', title: t('poi:poi-id'), width: 176 },
      render: ({ poiId }) => <span className="rp-poi-id">{poiId}</span>,
      plain: ({ poiId }) => poiId,
    },
    {
      ...{ key: 'address', title: t('poi:address'), width: 232 },
      render: ({ address }) => address,
      plain: ({ address }) => address,
    },
    {
      ...{ key: 'where', title: t('poi:coordinates'), width: 184 },
      render: (place) => <MapLink place={place} />,
    },
    {
      ...{ key: 'posts', title: t('poi:posts'), width: 88, align: 'end' },
      render: ({ posts }) => i18n.count(posts),
      plain: ({ posts }) => posts,
    },
    {
      ...{ key: 'changed', title: t('poi:changed'), width: 112, needsRoom: true },
      render: ({ changedAt }) => <RelativeTime time={changedAt} />,
      plain: ({ changedAt }) => changedAt,
    },
  ];
  // As an import reads them: coordinates in two columns.
  const exported: ExportColumn<Place>[] = [
    ...columns.slice(0, 3),
    { title: t('poi:latitude'), plain: ({ latitude }) => latitude },
    { title: t('poi:longitude'), plain: ({ longitude }) => longitude },
    ...columns.slice(3),
  ];
  const yesOrNo = (what: 'located' | 'used') =>
    (['yes', 'no'] as const).map((value) => ({ value, text: t(`poi:${what}-${value}`) }));
  return (
    <ListPage
      title={t('poi:title')}
      about={t('poi:about')}
      list={store.places}
      nameOf={({ name }) => name}
      countText={(count) => t('poi:count', { count })}
      failed={t('poi:unread')}
      actions={
        <>
          <Button icon="upload" onClick={read}>
            {t('poi:import')}
          </Button>
          <Button variant="primary" icon="plus" onClick={add}>
            {t('poi:add')}
          </Button>
        </>
      }
      filters={store.filters}
      filterBar={
        <>
          <SearchFilter filter={store.words} label={t('poi:search')} />
          <ChoiceFilter filter={store.located} label={t('poi:coordinates')} choices={yesOrNo('located')} />
          <ChoiceFilter filter={store.used} label={t('poi:posts')} choices={yesOrNo('used')} />
        </>
      }
      columns={query.has('id') ? columns.filter(({ key }) => BESIDE_DETAILS.includes(key)) : columns}
      exportAs={t('poi:title')}
      exportColumns={exported}
      nothing={{
        ...{ title: t('poi:none'), text: t('poi:none-text') },
        picture: <Outline />,
        action: (
          <Button icon="upload" onClick={read}>
            {t('poi:import')}
          </Button>
        ),
      }}
      bulk={[{ text: t('poi:remove'), icon: 'trash', danger: true, run: store.remove }]}
      details={{ title: ({ name }) => name, draw: (place) => <Details place={place} /> }}
    />
  );
});

const Details = observer(function Details({ place }: { place: Place }) {
  const t = useText();
  const store = useStore(PlacesStore);
  const edit = usePluginCallback(() => store.edit(place));
  const remove = usePluginCallback(() => store.remove([place]));
  const { poiId, address, posts } = place;
  const facts = [
    [t('poi:poi-id'), <span key="id">{poiId}</span>],
    [t('poi:address'), <span key="address">{address}</span>],
    [t('poi:coordinates'), <MapLink key="map" place={place} />],
    [t('poi:posts'), t('poi:posts-count', { count: posts })],
  ] as const;
  return (
    <div className="rp-poi">
      <FactList facts={facts} />
      <div className="rp-poi__actions">
        <Button icon="edit" onClick={edit}>
          {t('poi:edit')}
        </Button>
        <Button icon="trash" variant="danger" onClick={remove}>
          {t('poi:remove')}
        </Button>
      </div>
    </div>
  );
});

/** What will be here: pins with their addresses. */
function Outline() {
  return (
    <svg className="rp-empty__outline" viewBox="0 0 260 120" aria-hidden="true">
      {[0, 1, 2].map((row) => (
        <g key={row} transform={`translate(20 ${4 + row * 40})`}>
          <circle cx="14" cy="12" r="8" data-lit={row === 0 ? '' : undefined} />
          <path d="M14 30 L8 18 M14 30 L20 18" data-lit={row === 0 ? '' : undefined} />
          <rect x="40" y="4" width="90" height="9" rx="3" />
          <rect x="40" y="20" width="160" height="8" rx="3" />
        </g>
      ))}
    </svg>
  );
}
