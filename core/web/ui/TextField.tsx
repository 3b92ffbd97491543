import Input from '@douyinfe/semi-ui-19/lib/es/input';
import TextArea from '@douyinfe/semi-ui-19/lib/es/input/textarea';

import { Field, type FieldProps } from './Field.tsx';
import './semi/base.ts';
import './TextField.css';

export interface TextFieldProps extends FieldProps {
  value: string;
  onChange(value: string): void;
  placeholder?: string;
  /** Maximum length in characters. */
  most?: number;
  /** More than one makes it a textarea. */
  lines?: number;
  type?: 'text' | 'password' | 'email' | 'tel' | 'url';
  autoComplete?: string;
}

/** A text field. */
export function TextField(properties: TextFieldProps) {
  const { value, onChange, placeholder, most, lines = 1, type = 'text', autoComplete = 'off', ...field } = properties;
  return (
    <Field {...field}>
      {({ id, describedBy, isWrong }) => {
        const shared = {
          id,
          className: 'rp-input',
          value,
          placeholder,
          maxLength: most,
          disabled: field.disabled === true,
          onChange,
          'aria-describedby': describedBy,
          'aria-invalid': isWrong || undefined,
          'aria-labelledby': field.labelledBy,
          'aria-required': field.required === true || undefined,
        };
        return lines > 1 ? (
          <TextArea {...shared} rows={lines} autosize={false} />
        ) : (
          <Input {...shared} type={type} autoComplete={autoComplete} />
        );
      }}
    </Field>
  );
}
