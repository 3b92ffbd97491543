import { useState } from 'react';

import { shownAmount } from '#core/contract/ledger.ts';
import { Button } from '#core/web/components/Button.tsx';
import { HTTP } from '#core/web/http/http.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { LiveList } from '#core/web/live/LiveList.ts';
import { observer } from '#core/web/react/observer.ts';
import { useLive } from '#core/web/react/use-live.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link } from '#core/web/router/links.ts';
import { ListPage, type ListColumn } from '#core/web/ui/list/ListPage.tsx';
import { Notice } from '#core/web/ui/Notice.tsx';
import { Tag } from '#core/web/ui/Tag.tsx';

import { decideAdjustment, listAdjustments, type Adjustment } from '#plugins/membership/calls.ts';
import { benefitText } from '../shop/benefit-text.ts';
import { memberText } from './member-text.ts';
import { MoneyNav } from './MoneyNav.tsx';
import { OneOperatorPart } from './OneOperatorPart.tsx';

const TONES = { waiting: 'caution', done: 'good', refused: 'quiet' } as const;
/** Milliseconds between two looks at what other operators asked for. */
const LOOK_EVERY = 30_000;

/** What operators gave and put right, and what waits for a second one. */
export default observer(function AdjustmentsPage() {
  const t = useText();
  const i18n = useService(I18N);
  const http = useService(HTTP);
  const [refusal, setRefusal] = useState<string | null>(null);
  const list = useLive<LiveList<Adjustment>>(
    (scope) =>
      new LiveList<Adjustment>(
        scope,
        ({ cursor, limit, signal }) =>
          http.call(listAdjustments, { query: { cursor, limit } }, { signal, handlesErrors: true }),
        { every: () => LOOK_EVERY },
      ),
  );
  const decide = usePluginCallback(async (id: string, agreed: boolean) => {
    setRefusal(null);
    try {
      list.put([await http.call(decideAdjustment, { params: { id }, body: { agreed } }, { handlesErrors: true })]);
    } catch (error) {
      setRefusal(failureText(error, t));
    }
  });
  const columns: ListColumn<Adjustment>[] = [
    {
      ...{ key: 'at', title: t('membership:records.time'), width: 152 },
      render: ({ askedAt }) => i18n.time(askedAt),
      plain: ({ askedAt }) => askedAt,
    },
    {
      ...{ key: 'account', title: t('membership:operator.member') },
      render: ({ account }) => <Link to={`/operator/money/members/${account.id}`}>{memberText(account, t)}</Link>,
      plain: ({ account }) => memberText(account, t),
    },
    {
      ...{ key: 'deed', title: t('membership:operator.deed') },
      render: ({ deed }) => deedText(i18n, deed),
      plain: ({ deed }) => deedText(i18n, deed),
    },
    {
      ...{ key: 'reason', title: t('membership:operator.why') },
      render: ({ reason }) => reason,
      plain: ({ reason }) => reason,
    },
    {
      ...{ key: 'by', title: t('membership:operator.asked-by'), width: 144 },
      render: ({ askedBy, decidedBy }) => (decidedBy === null ? askedBy : `${askedBy} / ${decidedBy}`),
      plain: ({ askedBy, decidedBy }) => (decidedBy === null ? askedBy : `${askedBy} / ${decidedBy}`),
    },
    {
      ...{ key: 'state', title: t('membership:records.state'), width: 208 },
      render: ({ id, state, isOwn }) =>
        state === 'waiting' && !isOwn ? (
          <span className="rp-money-decide">
            <Button size="small" onClick={() => decide(id, true)}>
              {t('membership:operator.agree')}
            </Button>
            <Button size="small" variant="quiet" onClick={() => decide(id, false)}>
              {t('membership:operator.disagree')}
            </Button>
          </span>
        ) : (
          <Tag tone={TONES[state]}>{t(`membership:operator.state-${state}`)}</Tag>
        ),
      plain: ({ state }) => t(`membership:operator.state-${state}`),
    },
  ];
  return (
    <>
      <MoneyNav />
      {refusal !== null && (
        <Notice kind="error" announce>
          {refusal}
        </Notice>
      )}
      <ListPage
        title={t('membership:operator.adjustments')}
        about={t('membership:operator.adjustments-about')}
        list={list}
        nameOf={({ account, reason }) => `${account.name} ${reason}`}
        failed={t('membership:operator.failed')}
        exportAs={t('membership:operator.adjustments')}
        nothing={{
          title: t('membership:operator.no-adjustments'),
          text: t('membership:operator.no-adjustments-text'),
          icon: 'gift',
        }}
        columns={columns}
      />
      {/* Below the list, which would push it down. */}
      {(list.isLoaded || list.failure !== null) && <OneOperatorPart />}
    </>
  );
});

function deedText(i18n: I18n, deed: Adjustment['deed']): string {
  if (deed.kind === 'grant') return benefitText(i18n, deed.benefit);
  const { unit, amount } = deed;
  const shown = `${amount > 0 ? '+' : '−'}${shownAmount(unit, Math.abs(amount))}`;
  return `${i18n.t('membership:operator.correct')} ${i18n.t(`shell:amount.${unit}`, { amount: shown })}`;
}
