import { Icon } from '#core/web/components/Icon.tsx';
import './Notice.css';

export interface NoticeProps {
  kind: 'warning' | 'error';
  text: string;
}

/** What went wrong, beside what it is about; screen readers hear it as it appears. */
export function Notice({ kind, text }: NoticeProps) {
  return (
    <p className="rp-notice" data-kind={kind} role="alert">
      <Icon name="warning" />
      <span>{text}</span>
    </p>
  );
}
