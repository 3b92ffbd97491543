import { Button } from '#core/web/components/Button.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { useText } from '#core/web/react/use-text.ts';

import { failureText } from './failure-text.ts';
import './Trouble.css';

/** Says what could not be read, and why, beside what it is about. */
export function Trouble({ text, error, onRetry }: { text: string; error: unknown; onRetry: () => void }) {
  const t = useText();
  return (
    <div className="rp-trouble" role="alert">
      <Icon name="warning" size={16} className="rp-trouble__icon" />
      <p className="rp-trouble__text">
        {text} <span>{failureText(error, t)}</span>
      </p>
      <Button size="small" onClick={onRetry}>
        {t('workbench:retry')}
      </Button>
    </div>
  );
}
