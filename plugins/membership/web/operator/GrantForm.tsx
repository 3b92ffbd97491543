import { useState } from 'react';

import { HTTP } from '#core/web/http/http.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import { randomUuid } from '#core/web/random-uuid.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';
import { Form } from '#core/web/ui/Form.tsx';

import { adjustMember } from '#plugins/membership/calls.ts';
import { BenefitFields, benefitOf, NEW_BENEFIT } from './BenefitFields.tsx';
import { isSaid, ReasonField } from './ReasonField.tsx';

/** Gives something to an account, with a reason. */
export const GrantForm = observer(function GrantForm({ id, onDone }: { id: string; onDone(): Promise<void> }) {
  const t = useText();
  const http = useService(HTTP);
  const toasts = useService(TOASTS);
  const [draft, setDraft] = useState(NEW_BENEFIT);
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  // The same until it has worked, so that what is sent twice gives once.
  const [key, setKey] = useState(randomUuid);

  async function give(): Promise<void> {
    setTried(true);
    const benefit = benefitOf(draft);
    if (benefit === null || !isSaid(reason)) return;
    setRefusal(null);
    try {
      const body = { key, deed: { kind: 'grant', benefit } as const, reason };
      const { state } = await http.call(adjustMember, { params: { id }, body }, { handlesErrors: true });
      toasts.show({ kind: 'success', text: () => t(`membership:operator.now-${state}`), key: 'membership.adjust' });
      setKey(randomUuid());
      setReason('');
      setTried(false);
      await onDone();
    } catch (error) {
      setRefusal(failureText(error, t));
    }
  }
  return (
    <section className="rp-money-card">
      <h2>{t('membership:operator.grant')}</h2>
      <Form
        label={t('membership:operator.grant')}
        submit={t('membership:operator.grant')}
        error={refusal}
        onSubmit={give}
      >
        <BenefitFields draft={draft} isTried={isTried} onChange={setDraft} />
        <ReasonField
          value={reason}
          isTried={isTried}
          hint={t('membership:operator.second-hint')}
          onChange={setReason}
        />
      </Form>
    </section>
  );
});
