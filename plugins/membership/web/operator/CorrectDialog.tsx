import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import type { DialogControl } from '#core/web/define-web.ts';
import { HTTP } from '#core/web/http/http.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import { randomUuid } from '#core/web/random-uuid.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Form } from '#core/web/ui/Form.tsx';
import { NumberField } from '#core/web/ui/NumberField.tsx';

import { adjustMember, type MemberStep } from '#plugins/membership/calls.ts';
import { isSaid, ReasonField } from './ReasonField.tsx';

interface CorrectDialogProps extends DialogControl<boolean> {
  /** Of the account. */
  id: string;
  movement: NonNullable<MemberStep['movement']>;
}

/** Puts a movement of the ledger right by another one. */
export const CorrectDialog = observer(function CorrectDialog({ id, movement, close }: CorrectDialogProps) {
  const t = useText();
  const http = useService(HTTP);
  const isMoney = movement.unit === 'fen';
  const [amount, setAmount] = useState<number | null>(isMoney ? -movement.change / 100 : -movement.change);
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [key] = useState(randomUuid);
  const whole = amount === null ? 0 : Math.round(isMoney ? amount * 100 : amount);

  async function correct(): Promise<void> {
    setTried(true);
    if (whole === 0 || !isSaid(reason)) return;
    setRefusal(null);
    try {
      const { id: of, unit } = movement;
      const deed = { kind: 'correction', movement: of, unit, amount: whole } as const;
      await http.call(adjustMember, { params: { id }, body: { key, deed, reason } }, { handlesErrors: true });
      close(true);
    } catch (error) {
      setRefusal(failureText(error, t));
    }
  }
  return (
    <>
      <DialogTitle>{t('membership:operator.correct-title')}</DialogTitle>
      <Form
        label={t('membership:operator.correct-title')}
        submit={t('membership:operator.correct')}
        error={refusal}
        onSubmit={correct}
        actions={<Button onClick={() => close()}>{t('shell:dialog.cancel')}</Button>}
      >
        <NumberField
          label={t(`shell:unit.${movement.unit}`)}
          hint={t('membership:operator.correct-hint')}
          value={amount}
          digits={isMoney ? 2 : 0}
          error={isTried && whole === 0 ? t('membership:operator.not-zero') : null}
          onChange={setAmount}
        />
        <ReasonField
          value={reason}
          isTried={isTried}
          hint={t('membership:operator.second-hint')}
          onChange={setReason}
        />
      </Form>
    </>
  );
});
