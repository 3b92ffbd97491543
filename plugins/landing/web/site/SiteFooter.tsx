import type { MessageKey } from '#core/contract/message-keys.ts';
import { BOOT } from '#core/web/boot.ts';
import { Link } from '#core/web/router/links.ts';
import { Logo } from '#core/web/components/Logo.tsx';
import { PLUGINS } from '#core/web/plugins/plugins.ts';
import { observer } from '#core/web/react/observer.ts';
import { isPageAddress } from '#core/web/router/route-objects.ts';
import { useOptionalService, useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';

import './Site.css';

const YEAR = new Date().getFullYear();

/** Where they lead, their titles, and the page that each is about, where that is not everything. */
const LINKS: readonly (readonly [to: string, title: MessageKey, about?: string])[] = [
  ['/aboutUs', 'landing:about.title'],
  ['/protocal', 'landing:protocol.title'],
  ['/serviceAgreement', 'landing:service.title'],
  ['/cloneSoundProtocol', 'landing:clone-sound.title', '/cloneSound/list'],
  ['/legalNotice', 'landing:legal.title'],
];

/** The footer of every public page; the shell adds the host's filing number. */
export const SiteFooter = observer(function SiteFooter() {
  const t = useText();
  const contact = useOptionalService(BOOT)?.contact;
  const reach = contact?.id ?? contact?.phone ?? null;
  const plugins = useService(PLUGINS);
  // An agreement about what is not to be had here would only puzzle.
  const links = LINKS.filter(([, , about]) => about === undefined || isPageAddress(plugins, about));
  return (
    <footer className="rp-site-footer">
      <Logo size={24} />
      <nav aria-label={t('landing:footer.links')}>
        <ul className="rp-site-footer__links">
          {links.map(([to, title]) => (
            <li key={to}>
              <Link to={to}>{t(title)}</Link>
            </li>
          ))}
          <li>
            <a href="/api/docs">{t('landing:footer.api')}</a>
          </li>
        </ul>
      </nav>
      <p className="rp-site-footer__small">
        {reach !== null && <span>{t('landing:footer.contact', { contact: reach })}</span>}
        <span>{t('landing:footer.rights', { year: YEAR })}</span>
      </p>
    </footer>
  );
});
