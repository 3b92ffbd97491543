import SemiRadioGroup from '@douyinfe/semi-ui-19/lib/es/radio/radioGroup';
import Radio from '@douyinfe/semi-ui-19/lib/es/radio/radio';
import type { ReactNode } from 'react';

import { Icon, type IconName } from '../components/Icon.tsx';
import { Field, type FieldProps } from './Field.tsx';
import './semi/base.ts';
import './RadioGroup.css';

/** One option of a {@link RadioGroup}. */
export interface RadioOption<T extends string | number> {
  value: T;
  text: string;
  /** In front of the text. */
  icon?: IconName;
  /** Drawn above the text; for `cards`. */
  picture?: ReactNode;
  /** Shows only the icon or picture; screen readers still get the text. */
  textHidden?: boolean;
  hint?: string;
  disabled?: boolean;
}

export interface RadioGroupProps<T extends string | number> extends FieldProps {
  value: T | null;
  options: readonly RadioOption<T>[];
  /** `list`: one below the other; `segments`: a bar, for a few short options; `cards`: with pictures. */
  look?: 'list' | 'segments' | 'cards';
  onChange(value: NoInfer<T>): void;
}

const TYPES = { list: 'default', segments: 'button', cards: 'pureCard' } as const;

/** One of a few options, all of them visible; the arrow keys select. */
export function RadioGroup<T extends string | number>(properties: RadioGroupProps<T>) {
  const { value, options, look = 'list', onChange, ...field } = properties;
  return (
    <Field {...field} kind="radiogroup">
      {({ id, isDisabled }) => (
        <SemiRadioGroup
          className={`rp-radios rp-radios--${look}`}
          name={id}
          type={TYPES[look]}
          direction={look === 'list' ? 'vertical' : 'horizontal'}
          // Semi represents "none" as the empty string.
          value={value ?? ''}
          disabled={isDisabled}
          onChange={({ target }) => {
            const chosen = options.find((option) => option.value === target.value);
            if (chosen !== undefined) onChange(chosen.value);
          }}
        >
          {options.map(({ value: own, text, icon, picture, textHidden = false, hint, disabled = false }) => (
            <Radio key={own} value={own} disabled={disabled || isDisabled} extra={hint}>
              {picture}
              {icon !== undefined && <Icon name={icon} size={16} />}
              <span className={textHidden ? 'rp-visually-hidden' : undefined}>{text}</span>
            </Radio>
          ))}
        </SemiRadioGroup>
      )}
    </Field>
  );
}
