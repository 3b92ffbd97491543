import type { ReactNode } from 'react';

import { Floating, type FloatingTrigger, type Side } from './Floating.tsx';

export interface PopoverProps {
  /** Names what opens. */
  label: string;
  /** Where it opens, seen from its button; `below-end` when absent. */
  side?: Side;
  /** Draws its button, which must carry what it is given. */
  trigger(properties: FloatingTrigger): ReactNode;
  /** @param close ends it and gives the focus back to the button */
  children(close: () => void): ReactNode;
}

/**
 * Something small that opens at a button: a few fields, an explanation. For a list of choices there is
 * `DropdownMenu`.
 */
export function Popover({ side = 'below-end', ...rest }: PopoverProps) {
  return <Floating {...rest} kind="dialog" side={side} />;
}
