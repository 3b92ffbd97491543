import type { ButtonHTMLAttributes, ComponentProps, Ref } from 'react';

import { Icon } from './Icon.tsx';
import './Button.css';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` is the one next action of a screen; `danger` destroys something; `secondary` when absent. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  /** 28, 36 or 44 pixels high; `medium` when absent. */
  size?: 'small' | 'medium' | 'large';
  /** Stands before the text. */
  icon?: ComponentProps<typeof Icon>['name'];
  /** Something is under way: a second press does nothing. */
  busy?: boolean;
  /** Takes the whole width. */
  wide?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button with a text. For one with an icon only there is `IconButton`. */
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
      // A disabled button would lose the focus to nobody.
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
