import type { ButtonHTMLAttributes, Ref } from 'react';

export interface PlainButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>;
}

/**
 * An unstyled button, for things that do not look like one: a tile, a lane, a row of a menu. Everything that looks like
 * a button is a `Button` or an `IconButton`.
 */
export function PlainButton(properties: PlainButtonProps) {
  return <button type="button" {...properties} />;
}
