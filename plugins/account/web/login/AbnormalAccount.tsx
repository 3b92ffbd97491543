import { Button } from '#core/web/components/Button.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { useText } from '#core/web/react/use-text.ts';

export interface AbnormalAccountProps {
  onBack: () => void;
}

/** What somebody sees whose account cannot log in. */
export function AbnormalAccount({ onBack }: AbnormalAccountProps) {
  const t = useText();
  return (
    <div className="rp-login-abnormal">
      <Icon name="warning" />
      <p role="alert">{t('account:abnormal.text')}</p>
      <Button variant="primary" wide onClick={onBack}>
        {t('account:abnormal.back')}
      </Button>
    </div>
  );
}
