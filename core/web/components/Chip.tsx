import type { ReactNode } from 'react';

import { Icon, type IconName } from './Icon.tsx';
import './Chip.css';

export interface ChipProps {
  pressed: boolean;
  icon?: IconName;
  children: ReactNode;
  onPress(): void;
}

/** A short choice that narrows a list: pressed or not, one of several in a row. */
export function Chip({ pressed, icon, children, onPress }: ChipProps) {
  return (
    <button type="button" className="rp-chip" aria-pressed={pressed} onClick={onPress}>
      {icon !== undefined && <Icon name={icon} size={16} />}
      {children}
    </button>
  );
}
