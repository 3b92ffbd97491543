import { LoadError } from '#core/web/components/LoadError.tsx';
import type { CallData } from '#core/contract/call.ts';
import { HTTP } from '#core/web/http/http.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observer } from '#core/web/react/observer.ts';
import { useLive } from '#core/web/react/use-live.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link } from '#core/web/router/links.ts';
import { Empty } from '#core/web/ui/Empty.tsx';
import { PageFrame } from '#core/web/ui/PageFrame.tsx';
import { Table, type TableColumn } from '#core/web/ui/Table.tsx';
import { Tag } from '#core/web/ui/Tag.tsx';

import { listDifferences } from '#plugins/membership/calls.ts';
import { MoneyNav } from './MoneyNav.tsx';

type Day = CallData<typeof listDifferences>[number];

/** What comparing each day's orders with the payment services has shown. */
export default observer(function DifferencesPage() {
  const t = useText();
  const http = useService(HTTP);
  const days = useLive<LiveValue<readonly Day[]>>(
    (scope) =>
      new LiveValue(scope, (signal): Promise<readonly Day[]> =>
        http.call(listDifferences, {}, { signal, handlesErrors: true }),
      ),
  );
  const { value, failure } = days;
  const columns: TableColumn<Day>[] = [
    { key: 'day', title: t('membership:operator.day'), width: 144, render: ({ day }) => day },
    {
      ...{ key: 'orders', title: t('membership:operator.compared'), width: 144, align: 'end' },
      render: ({ orders }) => String(orders),
    },
    {
      ...{ key: 'differences', title: t('membership:operator.found') },
      render: ({ differences }) =>
        differences.length === 0 ? (
          <Tag tone="good">{t('membership:operator.all-equal')}</Tag>
        ) : (
          <ul className="rp-money-list">
            {differences.map(({ number, service, kind }) => (
              <li key={number}>
                <Link to={`/operator/money/orders/${number}`}>{number}</Link>{' '}
                {t(`membership:orders.difference-${kind}`)} <span className="rp-checkout__quiet">{service}</span>
              </li>
            ))}
          </ul>
        ),
    },
  ];
  return (
    <>
      <MoneyNav />
      <PageFrame title={t('membership:operator.differences')} about={t('membership:operator.differences-about')}>
        {failure !== null && (
          <LoadError text={t('membership:operator.failed')} error={failure.error} onRetry={() => void days.load()} />
        )}
        {(value !== null || failure === null) && (
          <Table
            label={t('membership:operator.differences')}
            columns={columns}
            rows={value ?? []}
            busy={value === null}
            idOf={({ day }) => day}
            nameOf={({ day }) => day}
            empty={<Empty icon="history" title={t('membership:operator.no-days')} />}
          />
        )}
      </PageFrame>
    </>
  );
});
