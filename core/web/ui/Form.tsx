import { useRef, useState, type ReactNode } from 'react';

import { Button } from '../components/Button.tsx';
import { Notice } from './Notice.tsx';
import './Form.css';

export interface FormProps {
  /** Names it for screen readers. */
  label: string;
  /** What its last button says. */
  submit: string;
  /** Keeps what stands there; fields that it finds wrong get an `error`, and the first of them gets the focus. */
  onSubmit(): unknown;
  /** What is wrong with the whole, as a sentence. */
  error?: string | null;
  /** Further buttons, before the last one. */
  actions?: ReactNode;
  disabled?: boolean;
  children: ReactNode;
}

/** Fields that are kept together; while they are being kept a second press does nothing. */
export function Form({ label, submit, onSubmit, error = null, actions, disabled = false, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [isBusy, setBusy] = useState(false);

  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      await onSubmit();
    } finally {
      setBusy(false);
      // What was found wrong is drawn by now.
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    }
  };
  return (
    <form
      ref={form}
      className="rp-form"
      aria-label={label}
      aria-busy={isBusy || undefined}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && !disabled) void send();
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
