import SemiCheckbox from '@douyinfe/semi-ui-19/lib/es/checkbox/checkbox';

import './semi/base.ts';
import './Checkbox.css';

export interface CheckboxProps {
  label: string;
  /** Shows the label to screen readers only. */
  labelHidden?: boolean;
  hint?: string;
  checked: boolean;
  /** Indeterminate: only some of what it stands for is checked. */
  partly?: boolean;
  disabled?: boolean;
  onChange(checked: boolean): void;
}

/** A choice that takes effect when the form is saved. For one that takes effect at once, use `Switch`. */
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
