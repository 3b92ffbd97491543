import { COMMANDS } from '#core/web/commands/commands.ts';
import { Icon, type IconName } from '#core/web/components/Icon.tsx';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { observer } from '#core/web/react/observer.ts';
import { useKernel } from '#core/web/react/use-kernel.ts';
import { useText } from '#core/web/react/use-text.ts';
import { NavLink } from '#core/web/router/links.ts';
import { PlainButton } from '#core/web/components/PlainButton.tsx';

import { MENU } from '../menu/menu.ts';
import type { MenuSection } from '../menu/menu-entries.ts';
import { PALETTE_COMMAND } from '../rail/ShellState.ts';
import './BottomBar.css';

/** The sections whose first entry has a place beside search and menu: the start page, making, and the library. */
const SECTIONS: readonly MenuSection['name'][] = [null, 'create', 'library'];

/** The bottom bar on a phone: the main menu entries, search, and a sheet with everything else. Five items at most. */
export const BottomBar = observer(function BottomBar() {
  const { get } = useKernel();
  const t = useText();
  const entries = get(MENU)
    .sections.filter(({ name }) => SECTIONS.includes(name))
    .flatMap((section) => section.entries.slice(0, 1));
  const openSheet = (): void => {
    void get(DIALOGS).show(() => import('./MenuSheet.tsx'), {}, { width: 480 });
  };
  return (
    <nav className="rp-bottom" aria-label={t('shell:nav.main')}>
      {entries.map(({ to, icon, title }) => (
        <NavLink key={to} className="rp-bottom__place" to={to} end>
          <Icon name={icon} />
          <span>{t(title)}</span>
        </NavLink>
      ))}
      <Place
        icon="search"
        title={t('shell:nav.search-short')}
        onPress={() => void get(COMMANDS).run(PALETTE_COMMAND)}
      />
      <Place icon="menu" title={t('shell:nav.menu')} onPress={openSheet} />
    </nav>
  );
});

function Place({ icon, title, onPress }: { icon: IconName; title: string; onPress: () => void }) {
  return (
    <PlainButton className="rp-bottom__place" aria-haspopup="dialog" onClick={onPress}>
      <Icon name={icon} />
      <span>{title}</span>
    </PlainButton>
  );
}
