import InputNumber from '@douyinfe/semi-ui-19/lib/es/inputNumber';

import { Field, type FieldProps } from './Field.tsx';
import { SemiScope } from './semi/SemiScope.tsx';
import './TextField.css';
import './NumberField.css';

export interface NumberFieldProps extends FieldProps {
  /** `null` while nothing, or nothing that is a number, stands there. */
  value: number | null;
  onChange(value: number | null): void;
  min?: number;
  max?: number;
  /** How far one press of an arrow goes; 1 when absent. */
  step?: number;
  /** Digits after the point. */
  digits?: number;
  /** Stands behind the number. */
  unit?: string;
}

/** A field for a number; the arrow keys count. */
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
