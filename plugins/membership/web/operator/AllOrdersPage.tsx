import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link } from '#core/web/router/links.ts';
import { ChoiceFilter, SearchFilter } from '#core/web/ui/list/ListFilterParts.tsx';
import { ListPage, type ListColumn } from '#core/web/ui/list/ListPage.tsx';
import { Tag } from '#core/web/ui/Tag.tsx';

import type { OperatorOrder } from '#plugins/membership/calls.ts';
import { ORDER_STATES } from '#plugins/membership/order-calls.ts';
import { ORDER_STATE_TAGS } from '../order/order-states.ts';
import { purchaseText, yuan } from '../shop/shop-texts.ts';
import { AllOrdersStore } from './AllOrdersStore.ts';
import { memberText } from './member-text.ts';
import { MoneyNav } from './MoneyNav.tsx';

/** The states that are told apart in the list: `paid` and `late-paid` last a moment and are called the same. */
const LISTED_STATES = ORDER_STATES.filter((state) => state !== 'late-paid');

/** The orders of all accounts, for operators. */
export default observer(function AllOrdersPage() {
  const t = useText();
  const i18n = useService(I18N);
  const store = useStore(AllOrdersStore);
  const columns: ListColumn<OperatorOrder & { id: string }>[] = [
    {
      ...{ key: 'number', title: t('membership:records.number'), width: 224 },
      render: ({ number }) => <Link to={`/operator/money/orders/${number}`}>{number}</Link>,
      plain: ({ number }) => number,
    },
    {
      ...{ key: 'time', title: t('membership:records.time'), width: 152 },
      render: ({ createdAt }) => <time dateTime={createdAt}>{i18n.time(createdAt)}</time>,
      plain: ({ createdAt }) => createdAt,
    },
    {
      ...{ key: 'account', title: t('membership:operator.member') },
      render: ({ account }) => memberText(account, t),
      plain: ({ account }) => memberText(account, t),
    },
    {
      ...{ key: 'type', title: t('membership:records.type') },
      render: ({ purchase }) => purchaseText(i18n, purchase),
      plain: ({ purchase }) => purchaseText(i18n, purchase),
    },
    {
      ...{ key: 'amount', title: t('membership:records.amount'), width: 120, align: 'end' },
      render: ({ total }) => yuan(i18n, total),
      plain: ({ total }) => (total / 100).toFixed(2),
    },
    {
      ...{ key: 'state', title: t('membership:records.state'), width: 136 },
      render: ({ state }) => <Tag tone={ORDER_STATE_TAGS[state].tone}>{t(ORDER_STATE_TAGS[state].text)}</Tag>,
      plain: ({ state }) => t(ORDER_STATE_TAGS[state].text),
    },
  ];
  return (
    <>
      <MoneyNav />
      <ListPage
        title={t('membership:operator.orders')}
        about={t('membership:operator.orders-about')}
        list={store.orders}
        nameOf={({ number }) => number}
        countText={(count) => t('membership:operator.count', { count })}
        failed={t('membership:records.failed')}
        exportAs={t('membership:operator.orders')}
        nothing={{
          ...{
            title: t('membership:operator.no-orders'),
            text: t('membership:operator.no-orders-text'),
            icon: 'wallet',
          },
        }}
        filters={store.filters}
        filterBar={
          <>
            <SearchFilter filter={store.words} label={t('membership:operator.search')} />
            <ChoiceFilter
              filter={store.state}
              label={t('membership:records.state')}
              look="chips"
              choices={LISTED_STATES.map((value) => ({ value, text: t(ORDER_STATE_TAGS[value].text) }))}
            />
          </>
        }
        columns={columns}
      />
    </>
  );
});
