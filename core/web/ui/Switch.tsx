import SemiSwitch from '@douyinfe/semi-ui-19/lib/es/switch';

import { Field, type FieldProps } from './Field.tsx';
import './semi/base.ts';
import './Switch.css';

export interface SwitchProps extends Omit<FieldProps, 'error' | 'required'> {
  checked: boolean;
  /** The change is being saved: it already shows, and further changes are ignored. */
  busy?: boolean;
  onChange(checked: boolean): void;
}

/** An on/off setting that takes effect at once. */
export function Switch({ checked, busy = false, onChange, ...field }: SwitchProps) {
  return (
    <Field {...field} kind="row">
      {({ id, labelId, describedBy, isDisabled }) => (
        <span className="rp-switch" aria-busy={busy || undefined} data-busy={busy || undefined}>
          <SemiSwitch
            id={id}
            aria-labelledby={labelId}
            aria-describedby={describedBy}
            checked={checked}
            disabled={isDisabled}
            // Disabling it while busy would lose the focus.
            onChange={(next) => {
              if (!busy) onChange(next);
            }}
          />
        </span>
      )}
    </Field>
  );
}
