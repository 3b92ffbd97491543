import { Icon } from '#core/web/components/Icon.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { Link } from '#core/web/router/links.ts';
import { Logo } from '#core/web/components/Logo.tsx';
import { Popover } from '#core/web/components/Popover.tsx';
import { COMMANDS, CONTACT_COMMAND } from '#core/web/commands/commands.ts';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useKernel } from '#core/web/react/use-kernel.ts';
import { useText } from '#core/web/react/use-text.ts';
import { titleKeyOf } from '#core/web/router/document-title.ts';
import { SESSION } from '#core/web/session/session.ts';
import { THEME } from '#core/web/theme/theme.ts';
import { Button } from '#core/web/components/Button.tsx';
import { ROUTER } from '#core/web/router/router.ts';
import { PlainButton } from '#core/web/components/PlainButton.tsx';

import { MENU } from '../menu/menu.ts';
import { currentEntry } from '../menu/menu-entries.ts';
import { TaskTray } from '../tasks/TaskTray.tsx';
import './TopBar.css';

/** The bar above the content: the current location at the left, workbench-wide controls at the right. */
export const TopBar = observer(function TopBar() {
  const { get } = useKernel();
  const t = useText();
  const theme = get(THEME);
  const i18n = get(I18N);
  const isDark = theme.mode === 'dark';
  const session = get(SESSION);
  return (
    <header className="rp-top">
      <Crumbs />
      <div className="rp-top__tools">
        {session.user !== null && <TaskTray />}
        <Button
          variant="quiet"
          className="rp-top__language"
          title={t('shell:language.switch')}
          onClick={() => void i18n.setLanguage(i18n.language === 'zh' ? 'en' : 'zh')}
        >
          {t('shell:language.short')}
          <span className="rp-visually-hidden" lang={i18n.language === 'zh' ? 'en' : 'zh-CN'}>
            {t('shell:language.switch')}
          </span>
        </Button>
        <IconButton
          icon={isDark ? 'sun' : 'moon'}
          label={isDark ? t('shell:theme.to-light') : t('shell:theme.to-dark')}
          onClick={theme.toggle}
        />
        <HelpMenu />
        {session.token === null && (
          <Button variant="primary" size="small" onClick={() => void get(DIALOGS).open('account/login')}>
            {t('shell:account.log-in')}
          </Button>
        )}
      </div>
    </header>
  );
});

const Crumbs = observer(function Crumbs() {
  const { get, plugins } = useKernel();
  const t = useText();
  const { place, route } = get(ROUTER);
  const found = currentEntry(get(MENU).sections, place.path, route?.plugin);
  const key = route === null ? undefined : titleKeyOf(route, plugins);
  const title = key === undefined ? t('shell:name') : t(key);
  const section = found?.section.name ?? null;
  const parent = found !== undefined && found.entry.to !== place.path ? found.entry : null;
  return (
    <nav className="rp-crumbs" aria-label={t('shell:nav.crumbs')}>
      <Link className="rp-crumbs__home" to="/" aria-label={t('shell:name')}>
        <Logo size={24} />
      </Link>
      <ol className="rp-crumbs__list">
        {section !== null && <li>{t(`shell:section.${section}`)}</li>}
        {parent !== null && (
          <li>
            <Link to={parent.to}>{t(parent.title)}</Link>
          </li>
        )}
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  );
});

const HelpMenu = observer(function HelpMenu() {
  const { get } = useKernel();
  const t = useText();
  const isOperator = get(SESSION).operator === true;
  return (
    <Popover
      kind="menu"
      label={t('shell:help.title')}
      trigger={(properties) => <IconButton icon="help" label={t('shell:help.title')} {...properties} />}
    >
      {(close) => (
        <>
          <PlainButton
            role="menuitem"
            className="rp-choice"
            onClick={() => {
              close();
              void get(COMMANDS).run('shell.shortcuts');
            }}
          >
            <Icon name="keyboard" />
            {t('shell:help.shortcuts')}
            <kbd className="rp-choice__keys">?</kbd>
          </PlainButton>
          <PlainButton
            role="menuitem"
            className="rp-choice"
            onClick={() => {
              close();
              void get(COMMANDS).run(CONTACT_COMMAND);
            }}
          >
            <Icon name="headset" />
            {t('shell:help.service')}
          </PlainButton>
          {/* Who only makes videos has no use for it; the landing page leads there as well. */}
          {isOperator && (
            <a className="rp-choice" role="menuitem" href="/api/docs" target="_blank" rel="noreferrer">
              <Icon name="script" />
              {t('shell:help.api')}
            </a>
          )}
        </>
      )}
    </Popover>
  );
});
