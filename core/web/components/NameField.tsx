import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';

import { failureText } from '../http/failure-text.ts';
import { useText } from '../react/use-text.ts';
import './NameField.css';

export interface NameFieldProps {
  value: string;
  /** Says what is being named. */
  label: string;
  /** Maximum length in characters. */
  most?: number;
  placeholder?: string;
  /** Saves the name. @throws an error whose message is shown beside the field */
  save(name: string): Promise<unknown>;
  /** Called when the name was saved or the edit was cancelled. */
  end(): void;
}

/** Edits a name in place: Enter and leaving the field save, Esc cancels. */
export function NameField({ value, label, most = 255, placeholder, save, end }: NameFieldProps) {
  const t = useText();
  const field = useRef<HTMLInputElement>(null);
  const faultId = useId();
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isOver = useRef(false);
  const [before] = useState(() => document.activeElement);

  useEffect(() => {
    const input = field.current;
    input?.focus({ preventScroll: true });
    // The file extension is left out of the selection, so that typing keeps it.
    const dot = input?.value.lastIndexOf('.') ?? -1;
    input?.setSelectionRange(0, dot > 0 ? dot : (input.value.length ?? 0));
  }, []);

  async function finish(): Promise<void> {
    const name = field.current?.value.trim() ?? '';
    if (isOver.current || isBusy) return;
    if (name === '' || name === value) {
      close();
      return;
    }
    setBusy(true);
    try {
      await save(name);
      close();
    } catch (error) {
      setBusy(false);
      setFault(failureText(error, t));
      field.current?.focus({ preventScroll: true });
    }
  }

  function close(): void {
    isOver.current = true;
    const hasFocus = document.activeElement === field.current;
    end();
    // Return the focus to where it was, unless a press elsewhere has moved it already.
    if (hasFocus && before instanceof HTMLElement) queueMicrotask(() => before.focus({ preventScroll: true }));
  }

  function press(event: KeyboardEvent): void {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      void finish();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      close();
    }
  }

  return (
    <span className="rp-name-field">
      <input
        ref={field}
        defaultValue={value}
        maxLength={most}
        placeholder={placeholder}
        aria-label={label}
        aria-invalid={fault !== null || undefined}
        aria-describedby={fault === null ? undefined : faultId}
        aria-busy={isBusy || undefined}
        autoComplete="off"
        spellCheck={false}
        onKeyDown={press}
        onClick={(event) => event.stopPropagation()}
        onPointerDown={(event) => event.stopPropagation()}
        onChange={() => setFault(null)}
        onBlur={() => void finish()}
      />
      {fault !== null && (
        <span id={faultId} className="rp-name-field__fault" role="alert">
          {fault}
        </span>
      )}
    </span>
  );
}
