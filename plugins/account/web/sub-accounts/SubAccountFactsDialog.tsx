import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import type { DialogControl } from '#core/web/define-web.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Form } from '#core/web/ui/Form.tsx';

import type { SubAccount } from '#plugins/account/calls.ts';
import { FactsFields } from './FactsFields.tsx';
import type { SubAccountsStore } from './SubAccountsStore.ts';

export interface SubAccountFactsDialogProps {
  store: SubAccountsStore;
  subAccount: SubAccount;
}

/** Changes what a sub-account is called, and what is noted of it. */
export const SubAccountFactsDialog = observer(function SubAccountFactsDialog({
  store,
  subAccount,
  close,
}: SubAccountFactsDialogProps & DialogControl<void>) {
  const t = useText();
  const [facts, setFacts] = useState({ name: subAccount.name, remark: subAccount.remark });
  const [isTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function save(): Promise<void> {
    setTried(true);
    if (facts.name.trim() === '') return;
    setRefusal(null);
    try {
      await store.update(subAccount, facts);
      close();
    } catch (error) {
      setRefusal(failureText(error, t));
    }
  }
  return (
    <>
      <DialogTitle>{t('account:sub.edit')}</DialogTitle>
      <Form
        label={t('account:sub.edit')}
        submit={t('account:sub.save')}
        error={refusal}
        onSubmit={save}
        actions={<Button onClick={() => close()}>{t('shell:dialog.cancel')}</Button>}
      >
        <FactsFields facts={facts} isTried={isTried} onChange={setFacts} />
      </Form>
    </>
  );
});
