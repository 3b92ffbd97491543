import { PlainInput } from '#core/web/components/PlainInput.tsx';
import { Field, type FieldProps } from '#core/web/ui/Field.tsx';
import './MomentField.css';

export interface MomentFieldProps extends FieldProps {
  /** `2026-11-27T09:30` in the reader's zone, or a time of the day; empty for none. */
  value: string;
  type?: 'datetime-local' | 'time';
  /** The earliest. */
  min?: string;
  opensFocused?: boolean;
  onChange(value: string): void;
}

/** A day with a time, or a time alone, typed or picked from what the browser offers. */
export function MomentField(properties: MomentFieldProps) {
  const { value, type = 'datetime-local', min, opensFocused, onChange, ...field } = properties;
  return (
    <Field {...field}>
      {({ id, describedBy, isWrong, isDisabled }) => (
        <PlainInput
          className="rp-moment"
          {...{ id, type, value, min }}
          disabled={isDisabled}
          data-autofocus={opensFocused}
          aria-describedby={describedBy}
          aria-invalid={isWrong || undefined}
          aria-required={field.required === true || undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  );
}
