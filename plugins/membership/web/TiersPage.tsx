import { Button } from '#core/web/components/Button.tsx';
import { COMMANDS, CONTACT_COMMAND } from '#core/web/commands/commands.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link } from '#core/web/router/links.ts';
import { SESSION } from '#core/web/session/session.ts';
import { PageFrame } from '#core/web/ui/PageFrame.tsx';

import { TierList } from './TierList.tsx';

/** What each membership level holds, which one the account has, and how to get another. */
export default observer(function TiersPage() {
  const t = useText();
  const session = useService(SESSION);
  const commands = useService(COMMANDS);
  const contact = usePluginCallback(() => commands.run(CONTACT_COMMAND));
  return (
    <PageFrame
      title={t('membership:title')}
      about={t('membership:about')}
      actions={
        <Button variant="primary" icon="headset" onClick={contact}>
          {t('membership:ask')}
        </Button>
      }
    >
      <TierList holder={session} />
      <p className="rp-tiers-note">
        {t('membership:how')} <Link to="/consumption/records">{t('membership:consumption.see')}</Link>
      </p>
    </PageFrame>
  );
});
