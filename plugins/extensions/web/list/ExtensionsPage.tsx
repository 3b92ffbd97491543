import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { PageSkeleton } from '#core/web/components/PageSkeleton.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { useFollowed } from '#core/web/react/use-live.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { useSearchParams } from '#core/web/router/links.ts';

import { Tabs } from '#core/web/ui/Tabs.tsx';
import { TierMatrix } from '../tiers/TierMatrix.tsx';
import { ExtensionRow } from './ExtensionRow.tsx';
import { ExtensionsStore } from '../stores/ExtensionsStore.ts';
import { ListBar } from './ListBar.tsx';
import { NothingFromOutside } from './NothingFromOutside.tsx';
import '../parts/shared.css';
import './ExtensionsPage.css';

const VIEWS = ['list', 'tiers'] as const;
const COLUMNS = ['plugin', 'state', 'source', 'cost', 'faults', 'grants'] as const;

/** All plugins of the installation, and what each tier has of them. */
export default observer(function ExtensionsPage() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const dialogs = useService(DIALOGS);
  const store = useStore(ExtensionsStore);
  const [isOver, setOver] = useState(false);
  const { failure, load } = useFollowed(store.extensions);
  const install = usePluginCallback(async (file?: File) => {
    await dialogs.open('extensions/install', file === undefined ? {} : { file });
  });
  const connect = usePluginCallback(async () => {
    await dialogs.open('extensions/developer');
  });

  const { all, shown, counts, filter } = store;
  const view = query.get('view') === 'tiers' ? 'tiers' : 'list';
  const isNoneFromOutside = all !== null && counts.outside === 0;
  return (
    <div
      className="rp-ext"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!(event.relatedTarget instanceof Node) || !event.currentTarget.contains(event.relatedTarget)) {
          setOver(false);
        }
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file !== undefined) install(file);
      }}
    >
      <header className="rp-ext__head">
        <div>
          <h1>{t('extensions:title')}</h1>
          <p className="rp-ext__about" role="status">
            {all === null
              ? t('extensions:about')
              : t('extensions:summary', { count: counts.all, outside: counts.outside, faults: counts.faults })}
          </p>
        </div>
        <div className="rp-ext__actions">
          <Button icon="key" onClick={() => connect()}>
            {t('extensions:developer.open')}
          </Button>
          <Button variant="primary" icon="plus" onClick={() => install()}>
            {t('extensions:install.open')}
          </Button>
        </div>
      </header>
      {failure !== null && (
        <LoadError text={t('extensions:unread')} error={failure.error} onRetry={() => void load()} />
      )}
      {all === null ? (
        failure === null && <PageSkeleton plugin="extensions" />
      ) : (
        <Tabs
          label={t('extensions:view.label')}
          tabs={VIEWS.map((id) => ({ value: id, text: t(`extensions:view.${id}`) }))}
          value={view}
          onChange={(id) => setQuery(id === 'list' ? {} : { view: id }, { replace: true })}
        >
          <div className="rp-ext__view">
            <ListBar />
            {shown.length === 0 && !(filter === 'outside' && isNoneFromOutside) ? (
              <div className="rp-ext__none">
                <p>{t(store.text.trim() === '' ? `extensions:none.${filter}` : 'extensions:none.search')}</p>
                <Button onClick={store.clear}>{t('extensions:none.clear')}</Button>
              </div>
            ) : (
              shown.length > 0 &&
              (view === 'tiers' ? (
                <TierMatrix items={shown} />
              ) : (
                <div className="rp-ext-list">
                  <div className="rp-ext-list__head" aria-hidden="true">
                    {COLUMNS.map((column) => (
                      <span key={column}>{t(`extensions:column.${column}`)}</span>
                    ))}
                  </div>
                  <ul className="rp-ext-list__rows" aria-label={t('extensions:title')}>
                    {shown.map((item) => (
                      <ExtensionRow key={item.id} item={item} />
                    ))}
                  </ul>
                </div>
              ))
            )}
            {isNoneFromOutside && (filter === 'outside' || (!store.isNarrowed && view === 'list')) && (
              <NothingFromOutside install={() => install()} />
            )}
          </div>
        </Tabs>
      )}
    </div>
  );
});
