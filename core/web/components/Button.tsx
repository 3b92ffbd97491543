import type { ButtonHTMLAttributes, ComponentProps, Ref } from 'react';

import { Icon } from './Icon.tsx';
import './Button.css';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` is the one next action of a screen, `danger` destroys something, `link` goes with a text; `secondary` by default. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'link';
  /** 28, 36 or 44 pixels high; `medium` by default. */
  size?: 'small' | 'medium' | 'large';
  /** Shown before the text. */
  icon?: ComponentProps<typeof Icon>['name'];
  /** An action is running: further presses do nothing. */
  busy?: boolean;
  /** Fills the available width. */
  wide?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button with text. For an icon alone use `IconButton`. */
export function Button({
  variant = 'secondary',
  size = 'medium',
  icon,
  busy = false,
  wide = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const classes = ['rp-button', `rp-button--${variant}`, `rp-button--${size}`];
  if (wide) classes.push('rp-button--wide');
  if (className !== undefined) classes.push(className);
  return (
    <button
      type="button"
      {...rest}
      className={classes.join(' ')}
      aria-busy={busy || undefined}
      // A button that becomes disabled would lose the focus.
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? (
        <span className="rp-button__wait" aria-hidden="true" />
      ) : (
        icon !== undefined && <Icon name={icon} size={16} />
      )}
      <span className="rp-button__text">{children}</span>
    </button>
  );
}
