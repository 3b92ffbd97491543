import { RelativeTime } from '#core/web/components/RelativeTime.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';

import { describePhase } from '../parts/describe-phase.ts';
import type { ExtensionDetails } from '../stores/ExtensionStore.ts';
import './FaultsTab.css';

/** What went wrong with it, in browsers and on the server, the newest first. */
export const FaultsTab = observer(function FaultsTab({ details }: { details: ExtensionDetails }) {
  const t = useText();
  const i18n = useService(I18N);
  const { faults } = details;
  if (faults.length === 0) {
    return (
      <p className="rp-ext-fine">
        <Icon name="success" size={16} />
        {t('extensions:faults.never')}
      </p>
    );
  }
  return (
    <ul className="rp-ext-rows rp-ext-faults">
      {faults.map(({ version, phase, message, account, at }, index) => {
        const [first = '', ...rest] = message.split('\n');
        return (
          // Two may be alike to the millisecond.
          <li key={`${at} ${index}`}>
            <p className="rp-ext-faults__facts">
              <strong>{describePhase(phase, i18n)}</strong>
              <RelativeTime className="rp-ext-quiet" time={at} />
              <span className="rp-ext-quiet">{t('extensions:faults.version', { version })}</span>
              <span className="rp-ext-quiet">
                {account === null ? t('extensions:faults.nobody') : t('extensions:faults.account', { account })}
              </span>
              <span className="rp-ext-quiet">{i18n.time(at)}</span>
            </p>
            <code className="rp-ext-faults__message">{first}</code>
            {rest.length > 0 && (
              <details>
                <summary className="rp-ext-more">{t('extensions:faults.details')}</summary>
                <pre className="rp-ext-pre">{message}</pre>
              </details>
            )}
          </li>
        );
      })}
    </ul>
  );
});
