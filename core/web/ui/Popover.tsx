import type { ReactNode } from 'react';

import { Floating, type FloatingTrigger, type Side } from './Floating.tsx';

export interface PopoverProps {
  /** Accessible name of the panel. */
  label: string;
  /** Where it opens, relative to its button; `below-end` by default. */
  side?: Side;
  /** Renders the button, which must spread these properties. */
  trigger(properties: FloatingTrigger): ReactNode;
  /** @param close closes it and returns the focus to the button */
  children(close: () => void): ReactNode;
}

/** A small panel that opens at a button: a few fields, an explanation. For a list of choices use `DropdownMenu`. */
export function Popover({ side = 'below-end', ...rest }: PopoverProps) {
  return <Floating {...rest} kind="dialog" side={side} />;
}
