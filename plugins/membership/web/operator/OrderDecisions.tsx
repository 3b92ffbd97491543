import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { HTTP } from '#core/web/http/http.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Form } from '#core/web/ui/Form.tsx';
import { NumberField } from '#core/web/ui/NumberField.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import { confirmTransfer, decideOrder, refuseSlip, type OrderFile } from '#plugins/membership/calls.ts';
import { isSaid, ReasonField } from './ReasonField.tsx';

interface DecisionProps {
  file: OrderFile;
  onChanged(file: OrderFile): void;
}

/** What an operator can do about an order that waits for one. */
export function DecisionForms({ file, onChanged }: DecisionProps) {
  if (file.order.state !== 'review') return null;
  return file.order.isSlipSent ? (
    <>
      <TransferForm file={file} onChanged={onChanged} />
      <RefuseForm file={file} onChanged={onChanged} />
    </>
  ) : (
    <DecideForm file={file} onChanged={onChanged} />
  );
}

const TransferForm = observer(function TransferForm({ file, onChanged }: DecisionProps) {
  const t = useText();
  const i18n = useService(I18N);
  const http = useService(HTTP);
  const { order, slip } = file;
  const [amount, setAmount] = useState<number | null>(order.total / 100);
  const [reference, setReference] = useState('');
  const [isTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const fen = amount === null ? 0 : Math.round(amount * 100);

  async function confirm(): Promise<void> {
    setTried(true);
    if (fen < 1 || !isSaid(reference)) return;
    setRefusal(null);
    try {
      const body = { amount: fen, reference };
      onChanged(await http.call(confirmTransfer, { params: { number: order.number }, body }, { handlesErrors: true }));
    } catch (error) {
      setRefusal(failureText(error, t));
    }
  }
  return (
    <section className="rp-money-card">
      <h2>{t('membership:operator.slip')}</h2>
      {slip === null ? (
        <p>{t('membership:operator.slip-gone')}</p>
      ) : (
        <figure className="rp-slip">
          {slip.type.startsWith('image/') && <img src={slip.url} alt={slip.name} />}
          <figcaption>
            <a href={slip.url} target="_blank" rel="noreferrer">
              {t('membership:operator.slip-open')}
            </a>{' '}
            <span className="rp-checkout__quiet">
              {slip.name} · {i18n.time(slip.at)}
            </span>
          </figcaption>
        </figure>
      )}
      <Form
        label={t('membership:operator.confirm')}
        submit={t('membership:operator.confirm')}
        error={refusal}
        onSubmit={confirm}
      >
        <NumberField
          label={t('membership:operator.arrived')}
          value={amount}
          digits={2}
          unit={t('membership:shop.unit-yuan')}
          required
          error={isTried && fen < 1 ? t('membership:operator.amount-wrong') : null}
          onChange={setAmount}
        />
        <TextField
          label={t('membership:operator.reference')}
          value={reference}
          most={100}
          required
          error={isTried && !isSaid(reference) ? t('membership:operator.reference-wrong') : null}
          onChange={setReference}
        />
      </Form>
    </section>
  );
});

const RefuseForm = observer(function RefuseForm({ file, onChanged }: DecisionProps) {
  const t = useText();
  const http = useService(HTTP);
  const [note, setNote] = useState('');
  const [isTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  async function refuse(): Promise<void> {
    setTried(true);
    if (!isSaid(note)) return;
    setRefusal(null);
    try {
      const params = { number: file.order.number };
      onChanged(await http.call(refuseSlip, { params, body: { note } }, { handlesErrors: true }));
    } catch (error) {
      setRefusal(failureText(error, t));
    }
  }
  return (
    <section className="rp-money-card">
      <h2>{t('membership:operator.refuse')}</h2>
      <TextField
        label={t('membership:operator.refuse-note')}
        hint={t('membership:operator.refuse-hint')}
        value={note}
        most={200}
        lines={2}
        error={refusal ?? (isTried && !isSaid(note) ? t('membership:operator.why-wrong') : null)}
        onChange={setNote}
      />
      <SecondaryButton onPress={refuse}>{t('membership:operator.refuse')}</SecondaryButton>
    </section>
  );
});

const DecideForm = observer(function DecideForm({ file, onChanged }: DecisionProps) {
  const t = useText();
  const http = useService(HTTP);
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const decide = async (decision: 'accepted' | 'given-up'): Promise<void> => {
    setTried(true);
    if (!isSaid(reason)) return;
    setRefusal(null);
    try {
      const params = { number: file.order.number };
      onChanged(await http.call(decideOrder, { params, body: { decision, reason } }, { handlesErrors: true }));
    } catch (error) {
      setRefusal(failureText(error, t));
    }
  };
  return (
    <section className="rp-money-card">
      <h2>{t('membership:operator.decide')}</h2>
      <p>{file.order.reason}</p>
      <p className="rp-checkout__quiet">{t('membership:operator.decide-about')}</p>
      <Form
        label={t('membership:operator.decide')}
        submit={t('membership:operator.accept')}
        error={refusal}
        onSubmit={() => decide('accepted')}
        actions={
          <SecondaryButton onPress={() => decide('given-up')}>{t('membership:operator.give-up')}</SecondaryButton>
        }
      >
        <ReasonField value={reason} isTried={isTried} onChange={setReason} />
      </Form>
    </section>
  );
});

function SecondaryButton({ onPress, children }: { onPress(): Promise<void>; children: string }) {
  const [isBusy, setBusy] = useState(false);
  const press = usePluginCallback(async () => {
    setBusy(true);
    try {
      await onPress();
    } finally {
      setBusy(false);
    }
  });
  return (
    <Button busy={isBusy} onClick={() => press()}>
      {children}
    </Button>
  );
}
