import { useEffect, useRef } from 'react';

import { Icon } from '#core/web/components/Icon.tsx';
import { Link } from '#core/web/router/links.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { namesOfLevels, reasonOfLock } from '#core/web/features/lock-words.ts';
import type { AccessLock } from '#core/web/lock.ts';
import { observer } from '#core/web/react/observer.ts';
import { useKernel } from '#core/web/react/use-kernel.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ROUTER } from '#core/web/router/router.ts';

import { MENU } from '../menu/menu.ts';
import { currentEntry, type MenuEntry } from '../menu/menu-entries.ts';
import { useGradualMenu } from './use-gradual-menu.ts';
import './Menu.css';

/** The menu in its sections, built from the manifests; no plugin code is loaded for it. */
export const Menu = observer(function Menu({ onGo }: { onGo?: () => void }) {
  const { get } = useKernel();
  const t = useText();
  const whole = get(MENU).sections;
  const sections = useGradualMenu(whole);
  const { place, route } = get(ROUTER);
  const current = currentEntry(whole, place.path, route?.plugin)?.entry.to;
  const menu = useRef<HTMLElement>(null);
  const isCurrentDrawn = sections.some(({ entries }) => entries.some(({ to }) => to === current));
  useEffect(() => {
    const element = menu.current;
    if (element === null || !isCurrentDrawn) return undefined;
    // The current entry may be out of sight when the page was not opened from the menu; elements below the menu also
    // change its height.
    const sized = new ResizeObserver(() =>
      element.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }),
    );
    sized.observe(element);
    return () => sized.disconnect();
  }, [current, isCurrentDrawn]);
  return (
    <nav ref={menu} className="rp-menu" aria-label={t('shell:nav.main')}>
      {sections.map(({ name, entries }) => (
        <section key={name ?? 'top'} aria-label={name === null ? undefined : t(`shell:section.${name}`)}>
          {name !== null && (
            <p className="rp-menu__section" aria-hidden="true">
              {t(`shell:section.${name}`)}
            </p>
          )}
          <ul className="rp-menu__list">
            {entries.map((entry) => (
              <li key={entry.to}>
                <Entry entry={entry} isCurrent={entry.to === current} onGo={onGo} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
});

interface EntryProps {
  entry: MenuEntry;
  isCurrent: boolean;
  onGo?: () => void;
}

function Entry({ entry, isCurrent, onGo }: EntryProps) {
  const t = useText();
  const title = t(entry.title);
  const reason = useLockReason(entry.lock);
  return (
    <Link
      className="rp-menu__entry"
      to={entry.to}
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={reason === null ? undefined : t('shell:nav.locked', { page: title, reason })}
      data-tip={reason === null ? title : `${title} · ${reason}`}
      data-locked={reason === null ? undefined : ''}
      onClick={onGo}
    >
      <Icon name={entry.icon} />
      <span className="rp-menu__title">{title}</span>
      {reason !== null && <Icon name="lock" size={16} className="rp-menu__lock" />}
    </Link>
  );
}

function useLockReason(lock: AccessLock | null): string | null {
  const t = useText();
  const { get } = useKernel();
  const i18n = get(I18N);
  if (lock === null) return null;
  return t(`shell:lock.${reasonOfLock(lock)}`, {
    level: lock.level === null ? '' : t(`shell:tier.${lock.level}`),
    levels: namesOfLevels(lock, i18n),
  });
}
