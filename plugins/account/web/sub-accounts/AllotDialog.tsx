import { useState } from 'react';

import { shownAmount } from '#core/contract/ledger.ts';
import { Button } from '#core/web/components/Button.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import type { DialogControl } from '#core/web/define-web.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import { observer } from '#core/web/react/observer.ts';
import { useFollowed } from '#core/web/react/use-live.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Form } from '#core/web/ui/Form.tsx';
import { NumberField } from '#core/web/ui/NumberField.tsx';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';
import { Select } from '#core/web/ui/Select.tsx';

import { ALLOTTED_UNITS, type AllottedUnit } from '#plugins/account/calls.ts';
import type { SubAccountsStore } from './SubAccountsStore.ts';
import './sub-accounts.css';

export interface AllotDialogProps {
  store: SubAccountsStore;
  /** Of the sub-account. */
  id: string;
  /** What is to be changed; null lets it be chosen. */
  unit: AllottedUnit | null;
}

/** Raises or lowers what a sub-account may spend; both sides say what they have and will have. */
export const AllotDialog = observer(function AllotDialog({
  store,
  id,
  unit: given,
  close,
}: AllotDialogProps & DialogControl<void>) {
  const t = useText();
  const own = useFollowed(store.own).value ?? [];
  const subAccount = useFollowed(store.subAccounts).items?.find((one) => one.id === id);
  const mine = (of: AllottedUnit): number => own.find((balance) => balance.unit === of)?.available ?? 0;
  const [chosen, setChosen] = useState<AllottedUnit | null>(given);
  // What there is most likely something to give of.
  const unit = chosen ?? ALLOTTED_UNITS.find((one) => mine(one) > 0) ?? ALLOTTED_UNITS[0];
  const [direction, setDirection] = useState<'raise' | 'lower'>('raise');
  const [typed, setTyped] = useState<number | null>(null);
  const [isTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  if (subAccount === undefined) return null;

  const isMoney = unit === 'fen';
  const amount = typed === null ? 0 : Math.round(isMoney ? typed * 100 : typed);
  const theirs = subAccount.allotments.find((allotment) => allotment.unit === unit);
  const [has, hasOwn] = [theirs?.available ?? 0, mine(unit)];
  const moved = direction === 'raise' ? amount : -amount;
  const inUnit = (of: number): string => t(`shell:amount.${unit}`, { amount: shownAmount(unit, of) });
  const fault = faultOf();

  function faultOf(): string | null {
    if (amount <= 0) return isTried ? t(isMoney ? 'account:sub.amount-wrong-fen' : 'account:sub.amount-wrong') : null;
    if (direction === 'raise' && amount > hasOwn) return t('account:sub.amount-own', { available: inUnit(hasOwn) });
    if (direction === 'lower' && amount > has) return t('account:sub.amount-sub', { available: inUnit(has) });
    return null;
  }

  async function save(): Promise<void> {
    setTried(true);
    if (amount <= 0 || fault !== null || subAccount === undefined) return;
    setRefusal(null);
    try {
      await store.allot(subAccount, { unit, amount: moved, allotted: theirs?.allotted ?? 0 });
      close();
    } catch (error) {
      setRefusal(failureText(error, t));
    }
  }

  const title = t('account:sub.allot-title', { name: subAccount.name });
  const sides = [
    { who: subAccount.name, has, will: has + moved },
    { who: t('account:sub.you'), has: hasOwn, will: hasOwn - moved },
  ];
  return (
    <>
      <DialogTitle>{title}</DialogTitle>
      <Form
        label={title}
        submit={t(`account:sub.${direction}`)}
        error={refusal}
        onSubmit={save}
        actions={<Button onClick={() => close()}>{t('shell:dialog.cancel')}</Button>}
      >
        {given === null && (
          <Select
            label={t('account:sub.unit')}
            value={unit}
            options={ALLOTTED_UNITS.map((value) => ({ value, text: t(`shell:unit.${value}`) }))}
            onChange={setChosen}
          />
        )}
        <RadioGroup
          label={t('account:sub.direction')}
          look="segments"
          value={direction}
          options={(['raise', 'lower'] as const).map((value) => ({ value, text: t(`account:sub.${value}`) }))}
          onChange={setDirection}
        />
        <NumberField
          label={given === null ? t('account:sub.amount') : t(`shell:unit.${unit}`)}
          value={typed}
          min={0}
          digits={isMoney ? 2 : 0}
          required
          error={fault}
          onChange={setTyped}
        />
        <dl className="rp-allot-sides" aria-live="polite">
          {sides.map((side) => (
            <div key={side.who}>
              <dt>{side.who}</dt>
              <dd>
                {inUnit(side.has)}
                {amount > 0 && fault === null && <strong> → {inUnit(side.will)}</strong>}
              </dd>
            </div>
          ))}
        </dl>
      </Form>
    </>
  );
});
