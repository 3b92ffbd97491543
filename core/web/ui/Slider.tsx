import SemiSlider from '@douyinfe/semi-ui-19/lib/es/slider';

import { Field, type FieldProps } from './Field.tsx';
import { MendedField } from './semi/MendedField.tsx';
import './semi/base.ts';
import './Slider.css';

export interface SliderProps extends Omit<FieldProps, 'required'> {
  value: number;
  min: number;
  max: number;
  step?: number;
  /** The value as text: `2.5 s`; the number itself by default. */
  shown?: string;
  onChange(value: number): void;
}

/** A slider with its value next to its label. */
export function Slider({ value, min, max, step = 1, shown = String(value), onChange, ...field }: SliderProps) {
  return (
    <Field {...field} kind="slider" aside={shown}>
      {({ labelId }) => (
        <MendedField>
          <SemiSlider
            className="rp-slider"
            value={value}
            min={min}
            max={max}
            step={step}
            disabled={field.disabled === true}
            tooltipVisible={false}
            aria-labelledby={labelId}
            getAriaValueText={() => shown}
            onChange={(next) => {
              if (typeof next === 'number') onChange(next);
            }}
          />
        </MendedField>
      )}
    </Field>
  );
}
