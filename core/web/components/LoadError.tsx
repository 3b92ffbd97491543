import { failureText } from '../http/failure-text.ts';
import { useText } from '../react/use-text.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import './LoadError.css';

/**
 * Says that something could not be loaded, and why, right where it would have been shown.
 * @param text what happened, as a sentence; the reason follows it
 */
export function LoadError({ text, error, onRetry }: { text: string; error: unknown; onRetry: () => void }) {
  const t = useText();
  const reason = failureText(error, t);
  return (
    <div className="rp-load-error" role="alert">
      <Icon name="warning" size={16} className="rp-load-error__icon" />
      <p className="rp-load-error__text">
        {text} {reason !== text && <span>{reason}</span>}
      </p>
      <Button size="small" onClick={onRetry}>
        {t('shell:dialog.retry')}
      </Button>
    </div>
  );
}
