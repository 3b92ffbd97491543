import { failureText } from '../http/failure-text.ts';
import { useText } from '../react/use-text.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import './Trouble.css';

/**
 * Says that something could not be loaded, and why, right where it would have been shown.
 * @param text what happened, as a sentence; the reason follows it
 */
export function Trouble({ text, error, onRetry }: { text: string; error: unknown; onRetry: () => void }) {
  const t = useText();
  return (
    <div className="rp-trouble" role="alert">
      <Icon name="warning" size={16} className="rp-trouble__icon" />
      <p className="rp-trouble__text">
        {text} <span>{failureText(error, t)}</span>
      </p>
      <Button size="small" onClick={onRetry}>
        {t('shell:dialog.retry')}
      </Button>
    </div>
  );
}
