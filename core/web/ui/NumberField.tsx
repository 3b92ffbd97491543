import InputNumber from '@douyinfe/semi-ui-19/lib/es/inputNumber';

import { Field, type TypedFieldProps } from './Field.tsx';
import { SemiScope } from './semi/SemiScope.tsx';
import './TextField.css';
import './NumberField.css';

export interface NumberFieldProps extends TypedFieldProps {
  /** `null` while the field is empty or does not hold a number. */
  value: number | null;
  onChange(value: number | null): void;
  min?: number;
  max?: number;
  /** How much an arrow key adds; 1 by default. */
  step?: number;
  /** Decimal places. */
  digits?: number;
  /** Shown behind the number. */
  unit?: string;
  /** Shows two small step buttons beside the field; true by default. */
  buttons?: boolean;
}

/** A number field; the arrow keys step. */
export function NumberField(properties: NumberFieldProps) {
  const { value, onChange, min, max, step = 1, digits, unit, buttons = true, ...rest } = properties;
  const { autoFocus, opensFocused, onKeyDown, onBlur, ...field } = rest;
  return (
    <SemiScope>
      <Field {...field}>
        {({ id, describedBy, isWrong, isDisabled }) => (
          <InputNumber
            id={id}
            className="rp-number"
            value={value ?? ''}
            min={min ?? -Infinity}
            max={max ?? Infinity}
            step={step}
            precision={digits}
            suffix={unit}
            hideButtons={!buttons}
            disabled={isDisabled}
            autoFocus={autoFocus}
            data-autofocus={opensFocused}
            onKeyDown={onKeyDown}
            onBlur={onBlur}
            onNumberChange={(next) => onChange(Number.isFinite(next) ? next : null)}
            onChange={(next) => {
              if (next === '') onChange(null);
            }}
            aria-describedby={describedBy}
            aria-invalid={isWrong || undefined}
            aria-labelledby={field.labelledBy}
            aria-required={field.required === true || undefined}
          />
        )}
      </Field>
    </SemiScope>
  );
}
