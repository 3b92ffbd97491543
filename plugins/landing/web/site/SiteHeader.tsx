import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { Link } from '#core/web/router/links.ts';
import { Logo } from '#core/web/components/Logo.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { SESSION } from '#core/web/session/session.ts';
import { THEME } from '#core/web/theme/theme.ts';

import { useStart } from './use-start.ts';
import './Site.css';

/** The line above the public pages: name, language, theme, login. */
export const SiteHeader = observer(function SiteHeader() {
  const t = useText();
  const i18n = useService(I18N);
  const theme = useService(THEME);
  const session = useService(SESSION);
  const start = useStart();
  const switchLanguage = usePluginCallback(() => i18n.setLanguage(i18n.language === 'zh' ? 'en' : 'zh'));

  return (
    <header className="rp-site-header">
      <Link to="/home" className="rp-site-header__brand">
        <Logo size={28} />
        <span className="rp-site-header__name">{t('landing:brand')}</span>
        <span className="rp-site-header__other">{t('landing:brand-other')}</span>
        <span className="rp-visually-hidden">{t('landing:header.home')}</span>
      </Link>
      <div className="rp-site-header__tools">
        <Button
          variant="quiet"
          className="rp-site-header__language"
          lang={i18n.language === 'zh' ? 'en' : 'zh-CN'}
          title={t('shell:language.switch')}
          onClick={switchLanguage}
        >
          {t('shell:language.short')}
          <span className="rp-visually-hidden"> {t('shell:language.switch')}</span>
        </Button>
        <IconButton
          icon={theme.mode === 'dark' ? 'sun' : 'moon'}
          label={t(theme.mode === 'dark' ? 'shell:theme.to-light' : 'shell:theme.to-dark')}
          onClick={() => theme.toggle()}
        />
        <Button variant="secondary" onClick={start}>
          {t(session.token === null ? 'landing:header.log-in' : 'landing:header.workbench')}
        </Button>
      </div>
    </header>
  );
});
