import type { ReactNode } from 'react';

import { Icon } from '#core/web/components/Icon.tsx';
import './Notice.css';

export interface NoticeProps {
  kind: 'error' | 'warning' | 'info';
  /** It appears because of something that was just done: screen readers say it at once. */
  isNews?: boolean;
  children: ReactNode;
}

/** Something to know, beside what it is about. */
export function Notice({ kind, isNews = false, children }: NoticeProps) {
  return (
    <div className="rp-ext-notice" data-kind={kind} role={isNews ? 'alert' : undefined}>
      <Icon name={kind === 'info' ? 'info' : kind === 'error' ? 'error' : 'warning'} size={16} />
      <div>{children}</div>
    </div>
  );
}
