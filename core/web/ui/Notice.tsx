import type { ReactNode } from 'react';

import { Icon, type IconName } from '../components/Icon.tsx';
import { IconButton } from '../components/IconButton.tsx';
import { useText } from '../react/use-text.ts';
import './Notice.css';

export interface NoticeProps {
  kind: 'info' | 'success' | 'warning' | 'error';
  /** It is the response to an action: screen readers announce it at once. */
  announce?: boolean;
  title?: string;
  children: ReactNode;
  /** Buttons at its end. */
  actions?: ReactNode;
  /** Called when it is dismissed; without it, it cannot be. */
  onClose?(): void;
}

const ICONS = { info: 'info', success: 'success', warning: 'warning', error: 'error' } as const satisfies Record<
  NoticeProps['kind'],
  IconName
>;

/** An inline message next to what it is about. For messages that disappear by themselves there are toasts. */
export function Notice({ kind, announce = false, title, children, actions, onClose }: NoticeProps) {
  const t = useText();
  return (
    <div className="rp-notice" data-kind={kind} role={announce ? 'alert' : undefined}>
      <Icon name={ICONS[kind]} size={16} className="rp-notice__icon" />
      <div className="rp-notice__text">
        {title !== undefined && <strong>{title}</strong>}
        {children}
      </div>
      {actions !== undefined && <div className="rp-notice__actions">{actions}</div>}
      {onClose !== undefined && (
        <IconButton icon="close" size="small" label={t('shell:dialog.close')} onClick={() => onClose()} />
      )}
    </div>
  );
}
