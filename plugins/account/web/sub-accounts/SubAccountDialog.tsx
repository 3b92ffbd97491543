import { useEffect, useState } from 'react';

import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import type { DialogControl } from '#core/web/define-web.ts';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { HTTP } from '#core/web/http/http.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';

import { readLoginMethods, type SubAccount } from '#plugins/account/calls.ts';
import { SmsCodeFields } from '../login/SmsCodeFields.tsx';
import { SmsCodeForm } from '../login/SmsCodeForm.ts';
import { FactsFields } from './FactsFields.tsx';
import type { SubAccountsStore } from './SubAccountsStore.ts';
import '../login/LoginDialog.css';
import './sub-accounts.css';

export interface SubAccountDialogProps {
  store: SubAccountsStore;
  /** The one to be enabled again; null for a new one. */
  disabled: SubAccount | null;
}

/** Asks for the number by which a sub-account logs in, and for the code that its phone gets: whoever has it agrees. */
export const SubAccountDialog = observer(function SubAccountDialog({
  store,
  disabled,
  close,
}: SubAccountDialogProps & DialogControl<SubAccount>) {
  const t = useText();
  const [http, i18n, dialogs] = [useService(HTTP), useService(I18N), useService(DIALOGS)];
  const [form] = useState(() => new SmsCodeForm(http, i18n, dialogs));
  const [facts, setFacts] = useState({ name: '', remark: '' });
  const [isTried, setTried] = useState(false);
  useEffect(() => {
    form.resume();
    const asked = new AbortController();
    http.call(readLoginMethods, {}, { signal: asked.signal, handlesErrors: true }).then(
      (methods) => form.setMethods(methods),
      // The form asks again when it needs them.
      () => undefined,
    );
    return () => {
      asked.abort();
      form.pause();
    };
  }, [form, http]);

  const submit = usePluginCallback(async () => {
    setTried(true);
    if (disabled === null && facts.name.trim() === '') return;
    await form.submit(async () => {
      const proof = { fdMobile: form.mobile, mobileCode: form.code };
      close(await (disabled === null ? store.create({ ...facts, ...proof }) : store.enable(disabled, proof)));
    });
  });
  return (
    <div className="rp-sub-account-form">
      <DialogTitle>
        {disabled === null ? t('account:sub.new') : t('account:sub.enable-title', { name: disabled.name })}
      </DialogTitle>
      <p className="rp-allotment-quiet">
        {t(disabled === null ? 'account:sub.create-text' : 'account:sub.enable-text')}
      </p>
      <SmsCodeFields
        form={form}
        submitText={t(disabled === null ? 'account:sub.create' : 'account:sub.enable')}
        onSubmit={() => submit()}
      >
        {disabled === null && <FactsFields facts={facts} isTried={isTried} onChange={setFacts} />}
      </SmsCodeFields>
    </div>
  );
});
