import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { ShownCertificate } from '#plugins/mixing/certificate.ts';

/** What comparing sees through and what it does not see, as the certificate itself says it. */
export const ComparedFacts = observer(function ComparedFacts({ compared }: Pick<ShownCertificate, 'compared'>) {
  const t = useText();
  if (compared === null) return null;
  return (
    <section className="rp-certificate__compared">
      <h2>{t('mixing:certificate.compared')}</h2>
      <p className="rp-certificate__about">{t('mixing:certificate.compared-about')}</p>
      <div className="rp-certificate__two">
        <div>
          <h3>{t('mixing:certificate.seen')}</h3>
          <ul>
            {compared.seen.map((name) => (
              <li key={name}>{t(`mixing:certificate.seen-${name}`)}</li>
            ))}
          </ul>
        </div>
        <div>
          <h3>{t('mixing:certificate.blind')}</h3>
          <ul>
            {compared.blindTo.map((name) => (
              <li key={name}>{t(`mixing:certificate.blind-${name}`)}</li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
});
