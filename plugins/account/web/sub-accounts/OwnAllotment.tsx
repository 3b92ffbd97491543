import { useId } from 'react';

import { LoadError } from '#core/web/components/LoadError.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useFollowed } from '#core/web/react/use-live.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';

import { AllotmentTable } from './AllotmentTable.tsx';
import { SubAccountsStore } from './SubAccountsStore.ts';
import './sub-accounts.css';

/** What a sub-account may spend, for itself. */
export const OwnAllotment = observer(function OwnAllotment() {
  const t = useText();
  const heading = useId();
  const { own } = useStore(SubAccountsStore);
  const { value, failure } = useFollowed(own);
  const shown = value?.filter(({ available, held, spent }) => available + held + spent > 0) ?? [];
  return (
    <section className="rp-allotment-card" aria-labelledby={heading}>
      <h2 id={heading}>{t('account:sub.own-title')}</h2>
      {failure !== null && (
        <LoadError text={t('account:sub.own-failed')} error={failure.error} onRetry={() => void own.load()} />
      )}
      {value === null && failure === null && (
        <div data-unread="">
          <Skeleton shape="rows" count={2} soon />
        </div>
      )}
      {value !== null && (
        <p className="rp-allotment-quiet">{t(shown.length === 0 ? 'account:sub.own-none' : 'account:sub.own-text')}</p>
      )}
      {shown.length > 0 && <AllotmentTable label={t('account:sub.own-title')} balances={shown} />}
    </section>
  );
});
