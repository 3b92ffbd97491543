import { useRef, useState, type ReactNode } from 'react';

import { Button } from '../components/Button.tsx';
import { usePluginCallback } from '../react/use-plugin-callback.ts';
import { Notice } from './Notice.tsx';
import './Form.css';

export interface FormProps {
  /** Accessible name. */
  label: string;
  /** Label of the submit button. */
  submit: string;
  /** Saves the values; fields found invalid get an `error`, and the first of them gets the focus. */
  onSubmit(): unknown;
  /** What is wrong with the form as a whole, as a sentence. */
  error?: string | null;
  /** Further buttons, before the submit button. */
  actions?: ReactNode;
  disabled?: boolean;
  children: ReactNode;
}

/** Fields that are saved together; while they are being saved, further submits are ignored. */
export function Form({ label, submit, onSubmit, error = null, actions, disabled = false, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [isBusy, setBusy] = useState(false);

  const send = usePluginCallback(async () => {
    setBusy(true);
    try {
      await onSubmit();
    } finally {
      setBusy(false);
      // By then the errors have been rendered.
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    }
  });
  return (
    <form
      ref={form}
      className="rp-form"
      aria-label={label}
      aria-busy={isBusy || undefined}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && !disabled) send();
      }}
    >
      {children}
      {error !== null && (
        <Notice kind="error" announce>
          {error}
        </Notice>
      )}
      <div className="rp-form__actions">
        {actions}
        <Button type="submit" variant="primary" busy={isBusy} disabled={disabled}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
