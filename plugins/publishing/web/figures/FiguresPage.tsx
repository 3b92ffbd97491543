import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link } from '#core/web/router/links.ts';
import { Chart } from '#core/web/ui/chart/Chart.tsx';
import { ChoiceFilter, SearchFilter } from '#core/web/ui/list/ListFilterParts.tsx';
import { ListPage, type ListColumn } from '#core/web/ui/list/ListPage.tsx';

import { FIGURE_DAYS, type AccountFigures } from '#plugins/publishing/figure-calls.ts';
import { ChannelName } from '../channels/ChannelName.tsx';
import { AT } from '../links/addresses.ts';
import { FiguresStore, USUAL_DAYS } from './FiguresStore.ts';
import './figures.css';

const FIGURES = ['posts', 'views', 'likes', 'comments', 'shares'] as const;

/** How the posts of each account have done in the last days, as far as the platforms tell. */
export default observer(function FiguresPage() {
  const t = useText();
  const i18n = useService(I18N);
  const store = useStore(FiguresStore);
  const columns: ListColumn<AccountFigures>[] = [
    {
      ...{ key: 'name', title: t('publishing:channels.name') },
      render: (account) => <ChannelName channel={account} />,
      plain: ({ name }) => name,
    },
    ...FIGURES.map((figure): ListColumn<AccountFigures> => ({
      ...{ key: figure, title: t(`publishing:figures.${figure}`), width: 104, align: 'end' },
      render: (account) => i18n.count(account[figure]),
      plain: (account) => account[figure],
    })),
    {
      ...{ key: 'followers', title: t('publishing:channels.followers'), width: 144, align: 'end' },
      render: ({ followers, gained }) =>
        followers === null
          ? '—'
          : gained === null || gained === 0
            ? i18n.count(followers)
            : t('publishing:figures.gained', {
                shown: i18n.count(followers),
                more: `${gained > 0 ? '+' : '−'}${i18n.count(Math.abs(gained))}`,
              }),
      plain: ({ followers }) => followers,
    },
  ];
  return (
    <ListPage
      title={t('publishing:figures.title')}
      about={<Days />}
      list={store.accounts}
      nameOf={({ name }) => name}
      countText={(count) => t('publishing:channels.count', { count })}
      failed={t('publishing:figures.unread')}
      filters={store.filters}
      filterBar={
        <>
          <SearchFilter filter={store.words} label={t('publishing:figures.search')} />
          <ChoiceFilter
            filter={store.span}
            label={t('publishing:figures.span')}
            look="chips"
            usual={USUAL_DAYS}
            choices={FIGURE_DAYS.map((value) => ({
              value,
              text: t('publishing:figures.days', { count: Number(value) }),
            }))}
          />
          <ChoiceFilter
            filter={store.group}
            label={t('publishing:channels.group')}
            choices={store.groups.map((group) => ({ value: group, text: group }))}
          />
        </>
      }
      columns={columns}
      exportAs={t('publishing:figures.title')}
      nothing={{
        ...{ icon: 'chart', title: t('publishing:figures.none'), text: t('publishing:figures.none-text') },
        action: <Link to={AT.channels}>{t('publishing:channels.open')}</Link>,
      }}
    />
  );
});

/** What was gained each day, of all accounts together. */
const Days = observer(function Days() {
  const t = useText();
  const { days, span } = useStore(FiguresStore);
  const isKnown = days?.some(({ views, likes, comments, shares }) => views + likes + comments + shares > 0) === true;
  return (
    <>
      {t('publishing:figures.about', { count: Number(span.value ?? USUAL_DAYS) })}
      {isKnown && (
        <span className="rp-figures__chart">
          <Chart
            kind="bars"
            label={t('publishing:figures.by-day')}
            height={160}
            x={{ label: t('publishing:channels.day') }}
            y={{ label: t('publishing:figures.views') }}
            points={days.map(({ day, views }) => ({ x: new Date(day), y: views }))}
          />
        </span>
      )}
    </>
  );
});
