import { useEffect } from 'react';

import { BackLink } from '#core/web/components/BackLink.tsx';
import { PageSkeleton } from '#core/web/components/PageSkeleton.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { HttpFailure } from '#core/web/http/http.ts';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { useParams, useSearchParams } from '#core/web/router/links.ts';

import { Tabs } from '#core/web/ui/Tabs.tsx';
import { AccessTab } from './AccessTab.tsx';
import { ExtensionHead } from './ExtensionHead.tsx';
import { ExtensionStore, type ExtensionDetails } from '../stores/ExtensionStore.ts';
import { FaultsTab } from './FaultsTab.tsx';
import { GrantsTab } from './GrantsTab.tsx';
import { OverviewTab } from './OverviewTab.tsx';
import { SettingsTab } from './SettingsTab.tsx';
import { VersionsTab } from './VersionsTab.tsx';
import { WhyTab } from './WhyTab.tsx';
import '../parts/shared.css';
import './ExtensionPage.css';

const TABS = ['overview', 'access', 'grants', 'settings', 'versions', 'faults', 'why'] as const;
type Tab = (typeof TABS)[number];

/** Everything about one plugin, and everything that can be done to it. */
export default observer(function ExtensionPage() {
  const t = useText();
  const store = useStore(ExtensionStore);
  const { id } = useParams();
  useEffect(() => {
    if (id === undefined) return undefined;
    return store.open(id);
  }, [store, id]);

  const isRead = store.id === id;
  const details = isRead ? store.details.value : null;
  const failure = isRead ? store.details.failure : null;
  const isGone = failure?.error instanceof HttpFailure && failure.error.status === 404;
  return (
    <div className="rp-ext-page">
      <BackLink to="/operator/plugins">{t('extensions:one.back')}</BackLink>
      {isGone ? (
        <div className="rp-ext-page__gone">
          <h1>{t('extensions:one.gone')}</h1>
          <p className="rp-ext-quiet">{t('extensions:one.gone-text', { id: id ?? '' })}</p>
        </div>
      ) : (
        <>
          {failure !== null && (
            <LoadError
              text={t('extensions:one.unread')}
              error={failure.error}
              onRetry={() => void store.details.load()}
            />
          )}
          {details === null ? failure === null && <PageSkeleton plugin="extensions" /> : <Shown details={details} />}
        </>
      )}
    </div>
  );
});

const Shown = observer(function Shown({ details }: { details: ExtensionDetails }) {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const { extension, faults, ledger, versions } = details;
  const { id } = extension.manifest;
  const isOutside = extension.origin !== 'shipped';
  const tabs = TABS.filter((tab) =>
    tab === 'settings'
      ? extension.manifest.settings.operator !== null
      : isOutside || (tab !== 'grants' && tab !== 'versions'),
  );
  const asked = query.get('tab');
  const current = tabs.find((tab) => tab === asked) ?? 'overview';
  const counts: Partial<Record<Tab, number>> = {
    ...(ledger.length > 0 ? { grants: ledger.length } : {}),
    ...(versions.length > 1 ? { versions: versions.length } : {}),
    ...(faults.length > 0 ? { faults: faults.length } : {}),
  };
  return (
    <>
      <ExtensionHead details={details} />
      <Tabs
        label={t('extensions:tab.label')}
        tabs={tabs.map((tab) => ({
          value: tab,
          text: t(`extensions:tab.${tab}`),
          ...(counts[tab] === undefined ? {} : { count: counts[tab] }),
        }))}
        value={current}
        onChange={(tab) => setQuery(tab === 'overview' ? {} : { tab }, { replace: true })}
      >
        {current === 'overview' && <OverviewTab details={details} />}
        {current === 'access' && <AccessTab extension={extension} />}
        {current === 'grants' && <GrantsTab details={details} />}
        {current === 'settings' && <SettingsTab extension={extension} />}
        {current === 'versions' && <VersionsTab details={details} />}
        {current === 'faults' && <FaultsTab details={details} />}
        {current === 'why' && <WhyTab key={id} extension={extension} />}
      </Tabs>
    </>
  );
});
