import { COMMANDS, CONTACT_COMMAND } from '#core/web/commands/commands.ts';
import { Button } from '#core/web/components/Button.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';

export interface AbnormalAccountProps {
  onBack: () => void;
}

/** What somebody sees whose account cannot log in. */
export function AbnormalAccount({ onBack }: AbnormalAccountProps) {
  const t = useText();
  const commands = useService(COMMANDS);
  // Commands report their failures themselves.
  const contact = () => void commands.run(CONTACT_COMMAND).catch(() => undefined);
  return (
    <div className="rp-login-abnormal">
      <Icon name="warning" />
      <p role="alert">{t('account:abnormal.text')}</p>
      <Button variant="primary" wide icon="headset" onClick={contact}>
        {t('account:abnormal.contact')}
      </Button>
      <Button variant="quiet" wide onClick={onBack}>
        {t('account:abnormal.back')}
      </Button>
    </div>
  );
}
