import Input from '@douyinfe/semi-ui-19/lib/es/input';
import TextArea from '@douyinfe/semi-ui-19/lib/es/input/textarea';
import type { InputHTMLAttributes, Ref } from 'react';

import { Field, type TypedFieldProps } from './Field.tsx';
import './semi/base.ts';
import './TextField.css';

export interface TextFieldProps extends TypedFieldProps {
  value: string;
  onChange(value: string): void;
  placeholder?: string;
  /** Maximum length in characters. */
  most?: number;
  /** More than one makes it a textarea. */
  lines?: number;
  type?: 'text' | 'password' | 'email' | 'tel' | 'url';
  autoComplete?: string;
  /** Which keyboard a phone shows. */
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode'];
  /** Checks the spelling; by default only in fields of several lines. */
  spellCheck?: boolean;
  /** The input of a field with one line. */
  ref?: Ref<HTMLInputElement>;
}

/** A text field. */
export function TextField(properties: TextFieldProps) {
  const { value, onChange, placeholder, most, lines = 1, type = 'text', autoComplete = 'off', ...rest } = properties;
  const { inputMode, spellCheck = lines > 1, autoFocus, opensFocused, onKeyDown, onBlur, ref, ...field } = rest;
  return (
    <Field {...field}>
      {({ id, describedBy, isWrong, isDisabled }) => {
        const shared = {
          id,
          className: 'rp-input',
          value,
          placeholder,
          maxLength: most,
          disabled: isDisabled,
          spellCheck,
          autoFocus,
          onChange,
          onKeyDown,
          onBlur,
          'data-autofocus': opensFocused,
          'aria-describedby': describedBy,
          'aria-invalid': isWrong || undefined,
          'aria-labelledby': field.labelledBy,
          'aria-required': field.required === true || undefined,
        };
        return lines > 1 ? (
          <TextArea {...shared} rows={lines} autosize={false} />
        ) : (
          <Input {...shared} {...{ ref, type, inputMode, autoComplete }} />
        );
      }}
    </Field>
  );
}
