import SemiCheckbox from '@douyinfe/semi-ui-19/lib/es/checkbox/checkbox';

import './semi/base.ts';
import './Checkbox.css';

export interface CheckboxProps {
  label: string;
  /** Screen readers alone hear the label. */
  labelHidden?: boolean;
  hint?: string;
  checked: boolean;
  /** Some of what it stands for. */
  partly?: boolean;
  disabled?: boolean;
  onChange(checked: boolean): void;
}

/** Something that is so or not, kept when the form is. What changes at once is a `Switch`. */
export function Checkbox(properties: CheckboxProps) {
  const { label, labelHidden = false, hint, checked, partly = false, disabled = false, onChange } = properties;
  return (
    <SemiCheckbox
      className="rp-checkbox"
      checked={checked}
      indeterminate={partly}
      disabled={disabled}
      extra={hint}
      role="presentation"
      onChange={({ target }) => onChange(target.checked === true)}
    >
      <span className={labelHidden ? 'rp-visually-hidden' : undefined}>{label}</span>
    </SemiCheckbox>
  );
}
