import type { ReactNode } from 'react';

import { shownAmount } from '#core/contract/ledger.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { SpendableBalance } from '#plugins/account/calls.ts';
import './sub-accounts.css';

interface AllotmentTableProps<B extends SpendableBalance> {
  /** Accessible name. */
  label: string;
  balances: readonly B[];
  /** What can be done with a row. */
  aside?(balance: B): ReactNode;
}

/** What is left, held and spent of each unit. */
export function AllotmentTable<B extends SpendableBalance>({ label, balances, aside }: AllotmentTableProps<B>) {
  const t = useText();
  return (
    <table className="rp-allotments" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('account:sub.unit')}</th>
          <th scope="col">{t('account:sub.left')}</th>
          <th scope="col">{t('account:sub.held')}</th>
          <th scope="col">{t('account:sub.spent')}</th>
          {aside !== undefined && <th scope="col">{t('account:sub.change')}</th>}
        </tr>
      </thead>
      <tbody>
        {balances.map((balance) => (
          <tr key={balance.unit}>
            <th scope="row">{t(`shell:unit.${balance.unit}`)}</th>
            <td>{shownAmount(balance.unit, balance.available)}</td>
            <td>{shownAmount(balance.unit, balance.held)}</td>
            <td>{shownAmount(balance.unit, balance.spent)}</td>
            {aside !== undefined && <td>{aside(balance)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
