import { COMMANDS } from '#core/web/commands/commands.ts';
import { keyLabel } from '#core/web/commands/key-label.ts';
import { Icon } from '#core/web/components/Icon.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { Link } from '#core/web/router/links.ts';
import { Logo } from '#core/web/components/Logo.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useKernel } from '#core/web/react/use-kernel.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { SESSION } from '#core/web/session/session.ts';
import { PlainButton } from '#core/web/components/PlainButton.tsx';

import { PALETTE_COMMAND, SHELL_STATE } from './ShellState.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { LowDays } from './LowDays.tsx';
import { Menu } from './Menu.tsx';
import { SpaceBar } from './SpaceBar.tsx';
import './Rail.css';

/** The navigation rail at the left, with the menu and the account. */
export const Rail = observer(function Rail() {
  const { get } = useKernel();
  const t = useText();
  const state = useService(SHELL_STATE);
  const session = useService(SESSION);
  return (
    <section className="rp-rail" aria-label={t('shell:nav.rail')}>
      <div className="rp-rail__head">
        <Link className="rp-rail__name" to="/" aria-label={t('shell:name')}>
          <Logo size={24} />
          <span>{t('shell:name')}</span>
        </Link>
        <IconButton
          className="rp-rail__toggle"
          icon="sidebar"
          size="small"
          label={state.isRailNarrow ? t('shell:nav.expand') : t('shell:nav.collapse')}
          aria-expanded={!state.isRailNarrow}
          onClick={state.toggleRail}
        />
      </div>
      <PlainButton
        className="rp-rail__search"
        title={t('shell:nav.search')}
        onClick={() => void get(COMMANDS).run(PALETTE_COMMAND)}
      >
        <Icon name="search" size={16} />
        <span>{t('shell:nav.search-short')}</span>
        <kbd>{keyLabel('mod+k')}</kbd>
      </PlainButton>
      <Menu />
      <div className="rp-rail__foot">
        {session.user !== null && <LowDays />}
        {session.user !== null && <SpaceBar />}
        <AccountMenu />
      </div>
    </section>
  );
});
