import { BOOT } from '#core/web/boot.ts';
import { Link } from '#core/web/router/links.ts';
import { Logo } from '#core/web/components/Logo.tsx';
import { useOptionalService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';

import './Site.css';

const YEAR = new Date().getFullYear();

const LINKS = [
  ['/aboutUs', 'landing:about.title'],
  ['/protocal', 'landing:protocol.title'],
  ['/serviceAgreement', 'landing:service.title'],
  ['/cloneSoundProtocol', 'landing:clone-sound.title'],
  ['/legalNotice', 'landing:legal.title'],
] as const;

/** The footer of every public page; the shell adds the host's filing number. */
export function SiteFooter() {
  const t = useText();
  const contact = useOptionalService(BOOT)?.contact;
  const reach = contact?.id ?? contact?.phone ?? null;
  return (
    <footer className="rp-site-footer">
      <Logo size={24} />
      <nav aria-label={t('landing:footer.links')}>
        <ul className="rp-site-footer__links">
          {LINKS.map(([to, title]) => (
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
}
