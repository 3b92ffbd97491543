import { useId, type ReactNode } from 'react';

import { useText } from '#core/web/react/use-text.ts';

import './Field.css';

interface FieldProps {
  label: string;
  /** Which rule it mends: the path in the project. */
  path?: string;
  /** The rule that it breaks, as a sentence. */
  fault?: string | null;
  /** Stands behind the label: a value with its unit. */
  value?: string;
  note?: ReactNode;
  children(properties: {
    id: string;
    'aria-describedby'?: string;
    'aria-invalid'?: boolean;
    'data-path'?: string;
  }): ReactNode;
}

/** A field with its name above it, and beneath it what is wrong with it. */
export function Field({ label, path, fault = null, value, note, children }: FieldProps) {
  const id = useId();
  const isDescribed = fault !== null || note !== undefined;
  return (
    <div className="rp-ed-field" data-fault={fault !== null || undefined}>
      <div className="rp-ed-field__head">
        <label htmlFor={id}>{label}</label>
        {value !== undefined && <output htmlFor={id}>{value}</output>}
      </div>
      {children({
        id,
        ...(isDescribed ? { 'aria-describedby': `${id}-note` } : {}),
        ...(fault === null ? {} : { 'aria-invalid': true }),
        ...(path === undefined ? {} : { 'data-path': path }),
      })}
      {isDescribed && (
        <p id={`${id}-note`} className="rp-ed-field__note">
          {fault ?? note}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps extends Omit<FieldProps, 'children' | 'value'> {
  text: string;
  most: number;
  lines?: number;
  placeholder?: string;
  onText(text: string): void;
}

/** A field for words; with `lines` for several lines of them. */
export function TextField({ text, most, lines, placeholder, onText, ...rest }: TextFieldProps) {
  return (
    <Field {...rest}>
      {(field) =>
        lines === undefined ? (
          <input
            {...field}
            className="rp-ed-input"
            value={text}
            maxLength={most}
            placeholder={placeholder}
            onChange={({ currentTarget }) => onText(currentTarget.value)}
          />
        ) : (
          <textarea
            {...field}
            className="rp-ed-input"
            value={text}
            rows={lines}
            maxLength={most}
            placeholder={placeholder}
            onChange={({ currentTarget }) => onText(currentTarget.value)}
          />
        )
      }
    </Field>
  );
}

interface RangeFieldProps extends Omit<FieldProps, 'children' | 'value'> {
  value: number;
  min: number;
  max: number;
  step: number;
  /** The value as it is read. */
  shown: string;
  onValue(value: number): void;
}

/** A slider with its value beside its name. */
export function RangeField({ value, min, max, step, shown, onValue, ...rest }: RangeFieldProps) {
  return (
    <Field {...rest} value={shown}>
      {(field) => (
        <input
          {...field}
          className="rp-ed-range"
          type="range"
          {...{ min, max, step, value }}
          style={{ '--rp-part': `${((value - min) / (max - min || 1)) * 100}%` } as object}
          aria-valuetext={shown}
          onChange={({ currentTarget }) => onValue(Number(currentTarget.value))}
        />
      )}
    </Field>
  );
}

/** Seconds as they are read: `2.5 秒`. */
export function useSeconds(): (seconds: number) => string {
  const t = useText();
  return (seconds) => t('mixing:editor.seconds', { seconds: Math.round(seconds * 10) / 10 });
}
