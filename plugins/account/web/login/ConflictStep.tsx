import { observer } from '#core/web/react/observer.ts';

import { Button } from '#core/web/components/Button.tsx';
import { useText } from '#core/web/react/use-text.ts';
import { Notice } from '#core/web/ui/Notice.tsx';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';

import type { ConflictSettlement, ConflictSide } from './ConflictSettlement.ts';

/** Two accounts claim the same person: the user chooses which one stays. */
const ConflictStep = observer(function ConflictStep({ settlement }: { settlement: ConflictSettlement }) {
  const t = useText();
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
      <RadioGroup
        label={t('account:conflict.text')}
        look="cards"
        value={settlement.keep}
        options={choices.map(({ side, name, kind }) => ({ value: side, text: name, hint: kind }))}
        onChange={(side) => settlement.chooseToKeep(side)}
      />
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

export default ConflictStep;
