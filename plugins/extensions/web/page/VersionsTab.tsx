import { Button } from '#core/web/components/Button.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import { ExtensionChanges } from '../stores/ExtensionChanges.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import type { ExtensionDetails } from '../stores/ExtensionStore.ts';
import { earlierVersion } from './kept-versions.ts';
import { RejectionNote } from './RejectionNote.tsx';
import './VersionsTab.css';

/** The versions that are kept, the newest first. */
export const VersionsTab = observer(function VersionsTab({ details }: { details: ExtensionDetails }) {
  const t = useText();
  const i18n = useService(I18N);
  const changes = useStore(ExtensionChanges);
  const { extension } = details;
  const earlier = earlierVersion(details);
  const versions = details.versions.toSorted((a, b) => b.at.localeCompare(a.at));
  return (
    <>
      <p className="rp-ext-quiet rp-ext-lead">
        {t(
          earlier !== null
            ? 'extensions:versions.about'
            : versions.length > 1
              ? 'extensions:versions.no-earlier'
              : 'extensions:versions.only',
        )}
      </p>
      <ul className="rp-ext-rows rp-ext-versions">
        {versions.map(({ version, at, by, from, bytes, integrity, current, proven, rejected, rejection }) => (
          <li key={version} data-current={current || undefined}>
            <div>
              <p className="rp-ext-versions__name">
                <strong>{version}</strong>
                {current && <span className="rp-ext-badge">{t('extensions:versions.current')}</span>}
                <span
                  className="rp-ext-versions__status"
                  data-status={rejected ? 'rejected' : proven ? 'proven' : undefined}
                >
                  {t(`extensions:versions.${rejected ? 'rejected' : proven ? 'proven' : 'unproven'}`)}
                </span>
              </p>
              {rejected && <RejectionNote rejection={rejection} />}
              <p className="rp-ext-quiet">
                {t('extensions:versions.facts', { time: i18n.time(at), by, from, size: i18n.bytes(bytes) })}
              </p>
              {integrity !== null && (
                <span className="rp-ext-hash">
                  <code>{integrity}</code>
                  <CopyButton text={integrity} label={t('extensions:versions.copy', { version })} />
                </span>
              )}
            </div>
            {version === earlier && (
              <Button
                icon="history"
                busy={changes.isBusy(extension.manifest.id)}
                onClick={() => void changes.rollBack(extension, version)}
              >
                {t('extensions:roll-back.to', { version })}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
});
