import { observer } from '#core/web/react/observer.ts';
import { useEffect, useRef } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import type { MessageKey } from '#core/contract/message-keys.ts';
import type { DialogControl } from '#core/web/define-web.ts';
import { lazyPart } from '#core/web/react/lazy-part.tsx';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import { AbnormalAccount } from './AbnormalAccount.tsx';
import { AgreementNote } from './AgreementNote.tsx';
import type { LoginProperties, LoginStep } from './login-steps.ts';
import { LoginStore } from './LoginStore.ts';
import { LoginTabs } from './LoginTabs.tsx';
import { SmsCodeFields } from './SmsCodeFields.tsx';
import './LoginDialog.css';

/** Few ever see it: it brings the standard radios, which the login itself does without. */
const ConflictStep = lazyPart(() => import('./ConflictStep.tsx'));

/** Logging in, binding a mobile number, and settling which of two accounts stays. */
const LoginDialog = observer(function LoginDialog({ close, onLogin, step, tab }: LoginProperties & DialogControl) {
  const t = useText();
  const store = useStore(LoginStore);
  const box = useRef<HTMLDivElement>(null);
  const closing = useRef(close);
  closing.current = close;

  useEffect(() => {
    store.open({ step, tab }, () => closing.current());
    return () => store.shut();
  }, [store, step, tab]);
  useEffect(() => {
    store.setOnLogin(onLogin);
    return () => store.setOnLogin(undefined);
  }, [store, onLogin]);

  const stepName = store.step.name;
  useEffect(() => {
    // What had the focus may be gone with the step before.
    if (document.activeElement === document.body) {
      box.current?.closest<HTMLElement>('[role="dialog"]')?.focus({ preventScroll: true });
    }
  }, [stepName]);

  return (
    <div ref={box} className="rp-login">
      <DialogTitle>{t(HEADINGS[stepName])}</DialogTitle>
      <Step store={store} />
      {stepName === 'tabs' && <AgreementNote />}
      <IconButton
        className="rp-dialog__close"
        icon="close"
        label={t('account:close')}
        onClick={() => store.dismiss()}
      />
    </div>
  );
});

const HEADINGS: Readonly<Record<LoginStep['name'], MessageKey>> = {
  tabs: 'account:login.heading',
  'bind-mobile': 'account:bind.heading',
  'change-mobile': 'account:change.heading',
  conflict: 'account:conflict.heading',
  abnormal: 'account:abnormal.heading',
};

const Step = observer(function Step({ store }: { store: LoginStore }) {
  const t = useText();
  const { step } = store;
  switch (step.name) {
    case 'tabs':
      return <LoginTabs store={store} />;
    case 'bind-mobile':
      return (
        <>
          <p className="rp-login-text">
            {t(step.sceneId === null ? 'account:bind.text-account' : 'account:bind.text')}
          </p>
          <SmsCodeFields
            form={store.bind}
            submitText={t(step.sceneId === null ? 'account:bind.submit' : 'account:bind.submit-login')}
            onSubmit={() => void store.bindMobile()}
          />
          {step.sceneId !== null && <BackToTabs store={store} />}
        </>
      );
    case 'change-mobile':
      return (
        <>
          <p className="rp-login-text">{t(`account:change.${step.stage}`)}</p>
          <SmsCodeFields
            key={step.stage}
            form={store.change.forms[step.stage]}
            isNumberGiven={step.stage === 'current'}
            submitText={t(`account:change.submit-${step.stage}`)}
            onSubmit={() => void store.changeMobile()}
          />
        </>
      );
    case 'conflict':
      return (
        <>
          <ConflictStep settlement={step.settlement} />
          <BackToTabs store={store} />
        </>
      );
    case 'abnormal':
      return <AbnormalAccount onBack={() => store.backToTabs()} />;
  }
});

function BackToTabs({ store }: { store: LoginStore }) {
  const t = useText();
  return (
    <Button variant="quiet" wide onClick={() => store.backToTabs()}>
      {t('account:login.back')}
    </Button>
  );
}

export default LoginDialog;
