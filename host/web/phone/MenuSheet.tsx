import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import type { DialogControl } from '#core/web/define-web.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { SESSION } from '#core/web/session/session.ts';

import { AccountChoices } from '../rail/AccountMenu.tsx';
import { LowDays } from '../rail/LowDays.tsx';
import { Menu } from '../rail/Menu.tsx';
import { SpaceBar } from '../rail/SpaceBar.tsx';
import './MenuSheet.css';

/** The whole menu on a phone. */
export default observer(function MenuSheet({ close }: DialogControl) {
  const session = useService(SESSION);
  const t = useText();
  return (
    <div className="rp-sheet">
      <DialogTitle>{t('shell:nav.menu')}</DialogTitle>
      <Menu onGo={() => close()} />
      {session.user !== null && (
        <section className="rp-sheet__foot" aria-label={t('shell:nav.account')}>
          <p className="rp-sheet__name">{session.displayName}</p>
          <LowDays onGo={() => close()} />
          <AccountChoices onGo={() => close()} />
          <SpaceBar />
        </section>
      )}
    </div>
  );
});
