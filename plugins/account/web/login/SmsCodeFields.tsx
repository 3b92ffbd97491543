import { observer } from '#core/web/react/observer.ts';
import { useEffect, useId, useRef, type ReactNode, type SubmitEvent } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { PlainInput } from '#core/web/components/PlainInput.tsx';
import { useText } from '#core/web/react/use-text.ts';
import { Notice } from '#core/web/ui/Notice.tsx';

import { CAPTCHA } from '../captcha/captcha-measures.ts';
import { SliderCaptcha } from '../captcha/SliderCaptcha.tsx';
import { maskMobile } from '../parts/mask-mobile.ts';
import { FieldFault } from './FieldFault.tsx';
import type { SmsCodeForm, SmsField } from './SmsCodeForm.ts';

export interface SmsCodeFieldsProps {
  form: SmsCodeForm;
  /** What the button says. */
  submitText: string;
  onSubmit: () => void;
  /** The number is the account's own and cannot be changed here. */
  isNumberGiven?: boolean;
  /** Further fields, above the number. */
  children?: ReactNode;
}

/** Number, puzzle, code and button. Errors are shown below their field and announced with it. */
export const SmsCodeFields = observer(function SmsCodeFields(properties: SmsCodeFieldsProps) {
  const { form, submitText, onSubmit, isNumberGiven = false, children } = properties;
  const t = useText();
  const id = useId();
  const fields = {
    mobile: useRef<HTMLInputElement>(null),
    captcha: useRef<HTMLButtonElement>(null),
    code: useRef<HTMLInputElement>(null),
  };

  const { focus } = form;
  useEffect(() => {
    // An open puzzle takes the focus itself.
    if (focus !== null && !(focus === 'captcha' && form.captchaOpen)) {
      fieldOf(focus)?.focus();
    }
    form.focused();
  });

  function fieldOf(field: SmsField): HTMLElement | null {
    return fields[field].current;
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    onSubmit();
  }

  const { faults, countdown } = form;
  const solved = form.isVerified;
  const inline = form.captchaOpen && !form.captchaInSheet;
  return (
    <form className="rp-login-form" noValidate onSubmit={submit} aria-busy={form.submitting}>
      {children}
      <div className="rp-login-field">
        <label htmlFor={`${id}-mobile`}>{t('account:mobile.label')}</label>
        <PlainInput
          ref={fields.mobile}
          id={`${id}-mobile`}
          className="rp-login-input"
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          maxLength={20}
          placeholder={t('account:mobile.placeholder')}
          value={isNumberGiven ? maskMobile(form.mobile) : form.mobile}
          readOnly={isNumberGiven}
          aria-required="true"
          aria-invalid={faults.mobile !== undefined}
          aria-describedby={faults.mobile === undefined ? undefined : `${id}-mobile-fault`}
          onChange={(event) => form.setMobile(event.target.value)}
          onBlur={() => form.leaveMobile()}
        />
        <FieldFault id={`${id}-mobile-fault`} fault={faults.mobile} />
      </div>

      <div className="rp-login-field">
        <Button
          ref={fields.captcha}
          wide
          icon={solved ? 'check' : 'shield'}
          className="rp-login-verify"
          data-state={solved ? 'solved' : faults.captcha === undefined ? 'open' : 'fault'}
          aria-expanded={form.captchaOpen}
          aria-controls={inline ? `${id}-captcha` : undefined}
          aria-describedby={faults.captcha === undefined ? undefined : `${id}-captcha-fault`}
          disabled={solved}
          onClick={() => (form.captchaOpen ? form.closeCaptcha() : form.openCaptcha())}
        >
          {t(solved ? 'account:captcha.solved' : 'account:captcha.open')}
        </Button>
        {inline && (
          <div id={`${id}-captcha`} className="rp-login-captcha">
            <SliderCaptcha captcha={form.captcha} width={CAPTCHA.loginWidth} autoFocus />
          </div>
        )}
        {form.promptsForCaptcha && (
          <p className="rp-login-note" role="status">
            {t('account:captcha.required')}
          </p>
        )}
        <FieldFault id={`${id}-captcha-fault`} fault={faults.captcha} />
      </div>

      <div className="rp-login-field">
        <label htmlFor={`${id}-code`}>{t('account:sms-code.label')}</label>
        <div className="rp-login-code">
          <PlainInput
            ref={fields.code}
            id={`${id}-code`}
            className="rp-login-input"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={8}
            placeholder={t('account:sms-code.placeholder')}
            value={form.code}
            aria-required="true"
            aria-invalid={faults.code !== undefined}
            aria-describedby={faults.code === undefined ? `${id}-code-sent` : `${id}-code-fault`}
            onChange={(event) => form.setCode(event.target.value)}
          />
          <Button
            variant="secondary"
            disabled={countdown.left > 0}
            busy={form.sending}
            onClick={() => void form.requestCode()}
          >
            {countdown.left > 0
              ? t('account:sms-code.again-in', { seconds: countdown.left })
              : t(form.sentTo === null ? 'account:sms-code.get' : 'account:sms-code.again')}
          </Button>
        </div>
        <FieldFault id={`${id}-code-fault`} fault={faults.code} />
        <p id={`${id}-code-sent`} className="rp-login-note" role="status">
          {form.sentTo !== null && t('account:sms-code.sent', { mobile: maskMobile(form.sentTo) })}
        </p>
      </div>

      {form.refusal !== null && (
        <Notice kind={form.refusal.kind} announce>
          {form.refusal.text}
        </Notice>
      )}
      <Button variant="primary" type="submit" busy={form.submitting} wide>
        {submitText}
      </Button>
    </form>
  );
});
