import { shownAmount } from '#core/contract/ledger.ts';
import { Chip } from '#core/web/components/Chip.tsx';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useFollowed } from '#core/web/react/use-live.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ChoiceFilter, PeriodFilter } from '#core/web/ui/list/ListFilterParts.tsx';
import { ListPage, type ListColumn } from '#core/web/ui/list/ListPage.tsx';

import { CONSUMPTION_STATES, type Consumption } from '#plugins/membership/calls.ts';
import { ShopNav } from '../shop/ShopNav.tsx';
import { ConsumptionStore } from './ConsumptionStore.ts';
import { ExportPart } from './ExportPart.tsx';

/** What the account and its sub-accounts spent on jobs, and what came back; sums lead to the rows that they sum. */
export default observer(function ConsumptionPage() {
  const t = useText();
  const i18n = useService(I18N);
  const store = useStore(ConsumptionStore);
  const sums = useFollowed(store.sums).value ?? [];
  useFollowed(store.subAccounts);
  const { accounts } = store;
  const hasOthers = accounts.length > 1;
  const title = t('membership:consumption.title');
  return (
    <>
      <ShopNav />
      <ListPage
        title={title}
        about={t('membership:consumption.about')}
        list={store.records}
        nameOf={({ name, service }) => name ?? service}
        countText={(count) => t('membership:consumption.count', { count })}
        failed={t('membership:consumption.failed')}
        nothing={{
          ...{ title: t('membership:consumption.none'), text: t('membership:consumption.none-text'), icon: 'history' },
        }}
        actions={<ExportPart />}
        filters={store.filters}
        filterBar={
          <>
            <PeriodFilter filter={store.period} label={t('membership:consumption.when')} />
            <ChoiceFilter
              filter={store.state}
              label={t('membership:consumption.state')}
              look="chips"
              choices={CONSUMPTION_STATES.map((value) => ({ value, text: t(`membership:consumption.${value}`) }))}
            />
            {(hasOthers || store.account.isSet) && (
              <ChoiceFilter
                filter={store.account}
                label={t('membership:consumption.account')}
                choices={accounts.map(({ value, label }) => ({ value, text: accountName(label, t) }))}
              />
            )}
            {sums.length > 0 && (
              <div className="rp-filter" role="group" aria-label={t('membership:consumption.sums')}>
                {sums.map((sum) => (
                  <Chip
                    key={`${sum.account.id} ${sum.unit}`}
                    pressed={store.isOpen(sum)}
                    onPress={() => store.open(sum)}
                  >
                    {hasOthers && `${accountName(sum.account.name, t)} · `}
                    {t(`shell:amount.${sum.unit}`, { amount: shownAmount(sum.unit, sum.spent) })}
                  </Chip>
                ))}
              </div>
            )}
          </>
        }
        columns={columnsOf({ t, i18n, hasOthers })}
      />
    </>
  );
});

interface Words {
  t: I18n['t'];
  i18n: I18n;
  /** Whether there is more than one account. */
  hasOthers: boolean;
}

function accountName(name: string, t: I18n['t']): string {
  return name === '' ? t('membership:consumption.erased') : name;
}

function columnsOf({ t, i18n, hasOthers }: Words): ListColumn<Consumption>[] {
  const stateOf = ({ state, isOpen }: Consumption) => t(`membership:consumption.${isOpen ? 'open' : state}`);
  const lengthOf = ({ seconds }: Consumption) =>
    seconds === null ? '—' : t('shell:amount.seconds', { amount: i18n.count(seconds) });
  const changeOf = ({ unit, change }: Consumption) => `${change > 0 ? '+' : '−'}${shownAmount(unit, Math.abs(change))}`;
  return [
    {
      ...{ key: 'at', title: t('membership:consumption.when'), width: 168 },
      render: ({ at }) => <time dateTime={at}>{i18n.time(at)}</time>,
    },
    ...(hasOthers
      ? [
          {
            ...{ key: 'account', title: t('membership:consumption.account'), width: 144 },
            render: ({ account }: Consumption) => accountName(account.name, t),
          },
        ]
      : []),
    {
      ...{ key: 'service', title: t('membership:consumption.service'), width: 128 },
      render: ({ service }) => service,
    },
    {
      ...{ key: 'name', title: t('membership:consumption.name') },
      render: ({ name }) => name ?? '—',
    },
    {
      ...{ key: 'seconds', title: t('membership:consumption.seconds'), width: 104, align: 'end' },
      render: lengthOf,
    },
    {
      ...{ key: 'state', title: t('membership:consumption.state'), width: 104 },
      render: stateOf,
    },
    {
      ...{ key: 'change', title: t('membership:consumption.change'), width: 128, align: 'end' },
      render: (row) => t(`shell:amount.${row.unit}`, { amount: changeOf(row) }),
    },
    {
      ...{ key: 'balance', title: t('membership:consumption.balance'), width: 144, align: 'end' },
      render: ({ unit, before, after }) => `${shownAmount(unit, before)} → ${shownAmount(unit, after)}`,
    },
  ];
}
