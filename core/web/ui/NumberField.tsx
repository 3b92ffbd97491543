import InputNumber from '@douyinfe/semi-ui-19/lib/es/inputNumber';

import { Field, type FieldProps } from './Field.tsx';
import { SemiScope } from './semi/SemiScope.tsx';
import './TextField.css';
import './NumberField.css';

export interface NumberFieldProps extends FieldProps {
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
}

/** A number field; the arrow keys step. */
export function NumberField(properties: NumberFieldProps) {
  const { value, onChange, min, max, step = 1, digits, unit, ...field } = properties;
  return (
    <SemiScope>
      <Field {...field}>
        {({ id, describedBy, isWrong }) => (
          <InputNumber
            id={id}
            className="rp-number"
            value={value ?? ''}
            min={min ?? -Infinity}
            max={max ?? Infinity}
            step={step}
            precision={digits}
            suffix={unit}
            disabled={field.disabled === true}
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
