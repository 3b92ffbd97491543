import { Button } from '#core/web/components/Button.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { EVENTS } from '#core/web/events/events.ts';
import { HTTP } from '#core/web/http/http.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveList, type PageRequest } from '#core/web/live/LiveList.ts';
import { observer } from '#core/web/react/observer.ts';
import { useLive } from '#core/web/react/use-live.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link } from '#core/web/router/links.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { Empty } from '#core/web/ui/Empty.tsx';
import { PageFrame } from '#core/web/ui/PageFrame.tsx';
import { Table, type TableColumn } from '#core/web/ui/Table.tsx';
import { Tag } from '#core/web/ui/Tag.tsx';

import { listOrders, type ListedOrder } from '#plugins/membership/calls.ts';
import { orderChanged } from '#plugins/membership/events.ts';
import { ShopNav } from '../shop/ShopNav.tsx';
import { purchaseText, yuan } from '../shop/shop-texts.ts';
import { INVOICE_STATE_TAGS, ORDER_STATE_TAGS } from './order-states.ts';
import '../shop/shop.css';

type Row = ListedOrder & { id: string };

/** Every order of the account, newest first. */
export default observer(function OrdersPage() {
  const t = useText();
  const i18n = useService(I18N);
  const http = useService(HTTP);
  const events = useService(EVENTS);
  const router = useService(ROUTER);
  const list = useLive((scope) => {
    const load = async ({ cursor, limit, signal }: PageRequest) => {
      const page = await http.call(listOrders, { query: { cursor, limit } }, { signal, handlesErrors: true });
      return { ...page, items: page.items.map((order): Row => ({ ...order, id: order.number })) };
    };
    return new LiveList<Row>(scope, load, {
      ...{ events, follows: [eventTrigger(orderChanged)], pageSize: 20, mostAtOnce: 100 },
    });
  });
  const buy = usePluginCallback(async () => {
    await router.go('/recharge/purchaseMember');
  });
  const columns: TableColumn<Row>[] = [
    {
      key: 'number',
      title: t('membership:records.number'),
      render: ({ number }) => <Link to={`/recharge/orders/${number}`}>{number}</Link>,
    },
    { key: 'time', title: t('membership:records.time'), render: ({ createdAt }) => i18n.time(createdAt) },
    { key: 'type', title: t('membership:records.type'), render: ({ purchase }) => purchaseText(i18n, purchase) },
    {
      key: 'amount',
      align: 'end',
      title: t('membership:records.amount'),
      render: ({ total }) => yuan(i18n, total),
    },
    {
      key: 'state',
      title: t('membership:records.state'),
      render: ({ state }) => <Tag tone={ORDER_STATE_TAGS[state].tone}>{t(ORDER_STATE_TAGS[state].text)}</Tag>,
    },
    {
      key: 'invoice',
      title: t('membership:invoice.one'),
      render: ({ invoice }) =>
        invoice === null ? (
          '—'
        ) : (
          <Tag tone={INVOICE_STATE_TAGS[invoice].tone}>{t(INVOICE_STATE_TAGS[invoice].text)}</Tag>
        ),
    },
  ];
  const { items, failure, hasMore, loading } = list;
  return (
    <>
      <ShopNav />
      <PageFrame title={t('membership:records.title')} about={t('membership:records.about')}>
        {failure !== null && (
          <LoadError text={t('membership:records.failed')} error={failure.error} onRetry={() => void list.retry()} />
        )}
        {(items !== null || failure === null) && (
          <Table
            label={t('membership:records.title')}
            columns={columns}
            rows={items ?? []}
            busy={items === null}
            idOf={({ id }) => id}
            nameOf={({ number }) => number}
            empty={
              <Empty
                title={t('membership:records.empty')}
                text={t('membership:records.empty-text')}
                icon="crown"
                action={
                  <Button variant="primary" onClick={buy}>
                    {t('membership:shop.level')}
                  </Button>
                }
              />
            }
          />
        )}
        {hasMore && (
          <Button busy={loading === 'more'} onClick={() => void list.more()}>
            {t('membership:records.more')}
          </Button>
        )}
      </PageFrame>
    </>
  );
});
