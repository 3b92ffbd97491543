import type { InputHTMLAttributes, Ref } from 'react';

export interface PlainInputProps extends InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement>;
}

/**
 * An unstyled input: for a name that is edited in place, for pages that must load without the standard fields, and for
 * lists of thousands of inputs. Any other text is a `TextField`, any other number a `NumberField`.
 */
export function PlainInput(properties: PlainInputProps) {
  return <input autoComplete="off" {...properties} />;
}
