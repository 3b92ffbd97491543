import type { ButtonHTMLAttributes, ComponentProps, Ref } from 'react';

import { Icon } from './Icon.tsx';
import './IconButton.css';

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'aria-label'> {
  icon: ComponentProps<typeof Icon>['name'];
  /** What the button does: read by screen readers and shown as a tooltip. */
  label: string;
  /** 28 or 36 pixels; `medium` by default. */
  size?: 'small' | 'medium';
  ref?: Ref<HTMLButtonElement>;
}

/** A button with only an icon, and a label. */
export function IconButton({ icon, label, size = 'medium', className, ...rest }: IconButtonProps) {
  const classes = ['rp-icon-button', `rp-icon-button--${size}`];
  if (className !== undefined) classes.push(className);
  return (
    <button type="button" title={label} {...rest} aria-label={label} className={classes.join(' ')}>
      <Icon name={icon} size={size === 'small' ? 16 : 20} />
    </button>
  );
}
