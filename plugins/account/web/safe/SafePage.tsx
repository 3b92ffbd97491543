import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { SESSION } from '#core/web/session/session.ts';

import { OwnAllotment } from '../sub-accounts/OwnAllotment.tsx';
import { ProfileCard } from './ProfileCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import './SafePage.css';

/** Who the user is, where they are logged in, and what a sub-account may spend. */
export default observer(function SafePage() {
  const t = useText();
  const { user, isMainAccount } = useService(SESSION);
  return (
    <div className="rp-safe">
      <h1>{t('account:safe.title')}</h1>
      <ProfileCard />
      <SessionsCard />
      {user !== null && !isMainAccount && <OwnAllotment />}
    </div>
  );
});
