import type { ReactNode } from 'react';

import { Icon, type IconName } from '../components/Icon.tsx';
import './Empty.css';

export interface EmptyProps {
  /** What is missing. */
  title: string;
  /** How to get it. */
  text?: ReactNode;
  /** Drawn when there is no `picture`. */
  icon?: IconName;
  /** An outline of what will be here. */
  picture?: ReactNode;
  /** A button for the suggested action. */
  action?: ReactNode;
}

/** An empty state: nothing exists yet, or nothing matches. */
export function Empty({ title, text, icon = 'folder', picture, action }: EmptyProps) {
  return (
    <div className="rp-empty">
      {picture ?? (
        <span className="rp-empty__icon">
          <Icon name={icon} />
        </span>
      )}
      <p className="rp-empty__title">{title}</p>
      {text !== undefined && <p className="rp-empty__text">{text}</p>}
      {action !== undefined && <div className="rp-empty__action">{action}</div>}
    </div>
  );
}
