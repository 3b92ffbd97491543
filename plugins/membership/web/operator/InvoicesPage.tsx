import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ChoiceFilter, SearchFilter } from '#core/web/ui/list/ListFilterParts.tsx';
import { ListPage, type ListColumn } from '#core/web/ui/list/ListPage.tsx';
import { Tag } from '#core/web/ui/Tag.tsx';

import type { RequestedInvoice } from '#plugins/membership/calls.ts';
import { INVOICE_STATES } from '#plugins/membership/order-calls.ts';
import { INVOICE_STATE_TAGS } from '../order/order-states.ts';
import { yuan } from '../shop/shop-texts.ts';
import { InvoiceDetails } from './InvoiceDetails.tsx';
import { InvoicesStore } from './InvoicesStore.ts';
import { memberText } from './member-text.ts';
import { MoneyNav } from './MoneyNav.tsx';

/** The invoices that members requested; each is issued or declined in its details. */
export default observer(function InvoicesPage() {
  const t = useText();
  const i18n = useService(I18N);
  const store = useStore(InvoicesStore);
  const columns: ListColumn<RequestedInvoice>[] = [
    {
      ...{ key: 'title', title: t('membership:invoice.for'), opens: true },
      render: ({ title }) => title,
      plain: ({ title }) => title,
    },
    {
      ...{ key: 'tax', title: t('membership:invoice.tax'), width: 192 },
      render: ({ taxNumber }) => taxNumber ?? '—',
      plain: ({ taxNumber }) => taxNumber,
    },
    {
      ...{ key: 'amount', title: t('membership:records.amount'), width: 120, align: 'end' },
      render: ({ amount }) => yuan(i18n, amount),
      plain: ({ amount }) => amount / 100,
    },
    {
      ...{ key: 'account', title: t('membership:operator.member') },
      render: ({ account }) => memberText(account, t),
      plain: ({ account }) => memberText(account, t),
    },
    {
      ...{ key: 'time', title: t('membership:invoice.requested-at'), width: 152 },
      render: ({ requestedAt }) => <time dateTime={requestedAt}>{i18n.time(requestedAt)}</time>,
      plain: ({ requestedAt }) => requestedAt,
    },
    {
      ...{ key: 'state', title: t('membership:records.state'), width: 104 },
      render: ({ state }) => <Tag tone={INVOICE_STATE_TAGS[state].tone}>{t(INVOICE_STATE_TAGS[state].text)}</Tag>,
      plain: ({ state }) => t(INVOICE_STATE_TAGS[state].text),
    },
  ];
  return (
    <>
      <MoneyNav />
      <ListPage
        title={t('membership:invoice.title')}
        about={t('membership:invoice.about')}
        list={store.invoices}
        nameOf={({ title }) => title}
        countText={(count) => t('membership:invoice.count', { count })}
        failed={t('membership:operator.failed')}
        exportAs={t('membership:invoice.title')}
        nothing={{
          ...{ title: t('membership:invoice.none'), text: t('membership:invoice.none-text'), icon: 'script' },
        }}
        filters={store.filters}
        filterBar={
          <>
            <SearchFilter filter={store.words} label={t('membership:invoice.search')} />
            <ChoiceFilter
              filter={store.state}
              label={t('membership:records.state')}
              look="chips"
              choices={INVOICE_STATES.map((value) => ({ value, text: t(INVOICE_STATE_TAGS[value].text) }))}
            />
          </>
        }
        columns={columns}
        details={{
          title: ({ title }) => title,
          draw: (invoice) => (
            <InvoiceDetails key={invoice.id} invoice={invoice} onChanged={(changed) => store.invoices.put([changed])} />
          ),
        }}
      />
    </>
  );
});
