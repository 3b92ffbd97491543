import { Ago } from '#core/web/components/Ago.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { ExtensionDetails } from './ExtensionStore.ts';

/** What each phase is in words; one that is not known stands as it is. */
const PHASES: Readonly<Record<string, MessageKey>> = {
  integrity: 'extensions:phase.integrity',
  requires: 'extensions:phase.requires',
  import: 'extensions:phase.import',
  activate: 'extensions:phase.activate',
  render: 'extensions:phase.render',
  effect: 'extensions:phase.effect',
  handler: 'extensions:phase.handler',
  promise: 'extensions:phase.promise',
  hang: 'extensions:phase.hang',
  server: 'extensions:phase.server',
};

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
    <ul className="rp-ext-faults">
      {faults.map(({ version, phase, message, account, at }, index) => {
        const [first = '', ...rest] = message.split('\n');
        const known = PHASES[phase];
        return (
          // Two may be alike to the millisecond.
          <li key={`${at} ${index}`}>
            <p className="rp-ext-faults__facts">
              <strong>{known === undefined ? phase : t(known)}</strong>
              <Ago className="rp-ext-quiet" time={at} />
              <span className="rp-ext-quiet">{t('extensions:faults.version', { version })}</span>
              <span className="rp-ext-quiet">
                {account === null ? t('extensions:faults.nobody') : t('extensions:faults.account', { account })}
              </span>
              <span className="rp-ext-quiet">{i18n.time(at)}</span>
            </p>
            <code className="rp-ext-faults__message">{first}</code>
            {rest.length > 0 && (
              <details>
                <summary>{t('extensions:faults.details')}</summary>
                <pre className="rp-ext-pre">{message}</pre>
              </details>
            )}
          </li>
        );
      })}
    </ul>
  );
});
