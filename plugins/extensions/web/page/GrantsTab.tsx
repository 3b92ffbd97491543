import { RelativeTime } from '#core/web/components/RelativeTime.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import { ExtensionChanges } from '../stores/ExtensionChanges.ts';
import { textOf } from '../parts/describe-extension.ts';
import { describeGrant } from '../parts/describe-grant.ts';
import { Notice } from '#core/web/ui/Notice.tsx';
import { Switch } from '#core/web/ui/Switch.tsx';
import type { ExtensionDetails } from '../stores/ExtensionStore.ts';
import './GrantsTab.css';

/** What it was given, and what of that it has used. */
export const GrantsTab = observer(function GrantsTab({ details }: { details: ExtensionDetails }) {
  const t = useText();
  const i18n = useService(I18N);
  const changes = useStore(ExtensionChanges);
  const { extension, ledger } = details;
  const { id } = extension.manifest;
  return (
    <div className="rp-ext-ledger">
      {extension.source !== null && (
        <Notice kind="info">
          {t(extension.source.untrusted ? 'extensions:ledger.untrusted' : 'extensions:ledger.trusted')}
        </Notice>
      )}
      {ledger.length === 0 ? (
        <p className="rp-ext-quiet">{t('extensions:ledger.none')}</p>
      ) : (
        <ul className="rp-ext-rows rp-ext-asks">
          {ledger.map(({ key, grant, given, changed, uses, lastUsedAt }) => {
            const words = describeGrant(grant, i18n);
            const why = textOf(extension.texts, i18n, grant.why);
            return (
              <li key={key} data-grant={key} data-off={(!given && !changed) || undefined}>
                <div className="rp-ext-asks__words">
                  <p>
                    <strong>{words}</strong>
                    {!grant.optional && <span className="rp-ext-badge">{t('extensions:review.needed')}</span>}
                  </p>
                  {changed && <p className="rp-ext-ledger__changed">{t('extensions:ledger.changed')}</p>}
                  {why !== undefined && <p className="rp-ext-asks__why">{t('extensions:review.why', { why })}</p>}
                  <code>{key}</code>
                </div>
                <p className="rp-ext-ledger__uses">
                  {lastUsedAt === null ? (
                    <span className="rp-ext-quiet">{t('extensions:ledger.never')}</span>
                  ) : (
                    <>
                      <strong>{t('extensions:ledger.uses', { count: i18n.count(uses) })}</strong>
                      <RelativeTime
                        className="rp-ext-quiet"
                        time={lastUsedAt}
                        words={(ago) => t('extensions:ledger.last', { ago })}
                      />
                    </>
                  )}
                </p>
                <Switch
                  labelHidden
                  checked={given}
                  busy={changes.isBusy(id, key)}
                  label={t('extensions:review.give', { grant: words })}
                  onChange={(isGiven) => void changes.setGrant(extension, key, isGiven, grant.optional)}
                />
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
});
