import { useEffect, useRef } from 'react';

import { Field, type FieldProps } from './Field.tsx';
import './ColorField.css';

export interface ColorFieldProps extends Omit<FieldProps, 'required'> {
  /** `#1a2b3c`; anything else shows as black. */
  value: string;
  /** Called for every colour that the pointer passes. */
  onChange(value: string): void;
  /** Called once, for the colour that was chosen. */
  onRelease?(): void;
}

/** A colour, chosen in the browser's own picker. */
export function ColorField({ value, onChange, onRelease, ...field }: ColorFieldProps) {
  const swatch = useRef<HTMLInputElement>(null);
  const release = useRef(onRelease);
  release.current = onRelease;

  // React's onChange fires for every colour while the pointer moves in the picker; the native change event fires once.
  useEffect(() => {
    const input = swatch.current;
    const chosen = (): void => release.current?.();
    input?.addEventListener('change', chosen);
    return () => input?.removeEventListener('change', chosen);
  }, []);

  return (
    <Field {...field}>
      {({ id, describedBy, isWrong, isDisabled }) => (
        <input
          ref={swatch}
          id={id}
          type="color"
          className="rp-color"
          // The picker only accepts colours of six digits.
          value={/^#[0-9a-f]{6}/i.exec(value)?.[0].toLowerCase() ?? '#000000'}
          disabled={isDisabled}
          aria-labelledby={field.labelledBy}
          aria-describedby={describedBy}
          aria-invalid={isWrong || undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  );
}
