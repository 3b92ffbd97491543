import { observer } from '#core/web/react/observer.ts';
import { useId } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { useText } from '#core/web/react/use-text.ts';
import { Notice } from '#core/web/ui/Notice.tsx';

import type { ConflictSettlement, ConflictSide } from './ConflictSettlement.ts';

/** Two accounts claim the same person: the user chooses which one stays. */
export const ConflictStep = observer(function ConflictStep({ settlement }: { settlement: ConflictSettlement }) {
  const t = useText();
  const id = useId();
  const { conflict } = settlement;
  const choices: readonly { side: ConflictSide; name: string; kind: string }[] = [
    { side: 'mobile', name: conflict.mobileAccountName, kind: t('account:conflict.mobile-account') },
    { side: 'wechat', name: conflict.qrCodeAccountName, kind: t('account:conflict.wechat-account') },
  ];
  return (
    <form
      className="rp-login-form"
      aria-busy={settlement.settling}
      onSubmit={(event) => {
        event.preventDefault();
        void settlement.settle();
      }}
    >
      <fieldset className="rp-login-choices">
        <legend>{t('account:conflict.text')}</legend>
        {choices.map(({ side, name, kind }) => (
          <label key={side} className="rp-login-choice">
            <input
              type="radio"
              name={`${id}-keep`}
              value={side}
              checked={settlement.keep === side}
              onChange={() => settlement.chooseToKeep(side)}
            />
            <span>
              <strong>{name}</strong>
              <small>{kind}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {settlement.refusal !== null && (
        <Notice kind={settlement.refusal.kind} announce>
          {settlement.refusal.text}
        </Notice>
      )}
      <Button variant="primary" type="submit" busy={settlement.settling} wide>
        {t('account:conflict.keep')}
      </Button>
    </form>
  );
});
