import { useEffect } from 'react';

import { I18N } from '#core/web/i18n/i18n.ts';
import { pluginTitle } from '#core/web/kernel/plugin-title.ts';
import { PLUGINS } from '#core/web/plugins/plugins.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link, useParams } from '#core/web/router/links.ts';
import { Empty } from '#core/web/ui/Empty.tsx';
import { SettingsForm } from '#core/web/views/settings/SettingsForm.tsx';

import { PluginSettingsStore } from './PluginSettingsStore.ts';
import './PluginSettingsPage.css';

/** What the reader sets for themselves, plugin by plugin. */
export default observer(function PluginSettingsPage() {
  const t = useText();
  const i18n = useService(I18N);
  const plugins = useService(PLUGINS);
  const store = useStore(PluginSettingsStore);
  const { id: asked } = useParams();
  const { listed } = store;
  const current =
    listed.find(({ entry }) => entry.manifest.id === asked) ?? (asked === undefined ? listed[0] : undefined);
  const id = current?.entry.manifest.id;
  // A new version may have other settings.
  const version = current?.entry.manifest.version;

  useEffect(() => {
    if (id === undefined) return undefined;
    const stop = store.open(id);
    return () => void stop();
  }, [store, id, version]);

  const shape = current?.entry.manifest.settings.account ?? null;
  const title = id === undefined ? '' : pluginTitle(plugins, i18n, id);
  return (
    <div className="rp-plugin-settings">
      <h1>{t('account:plugin-settings.title')}</h1>
      {listed.length === 0 ? (
        <Empty
          icon="plug"
          title={t(asked === undefined ? 'account:plugin-settings.none' : 'account:plugin-settings.unknown')}
        />
      ) : (
        <>
          <nav aria-label={t('account:plugin-settings.list')}>
            <ul>
              {listed.map(({ entry: { manifest } }) => (
                <li key={manifest.id}>
                  <Link to={`/settings/plugins/${manifest.id}`} aria-current={manifest.id === id ? 'page' : undefined}>
                    {pluginTitle(plugins, i18n, manifest.id)}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <div>
            {id === undefined && <Empty icon="plug" title={t('account:plugin-settings.unknown')} />}
            {id !== undefined && shape !== null && store.form !== null && store.id === id && (
              <>
                <h2>{title}</h2>
                <p className="rp-plugin-settings__lead">{t('account:plugin-settings.lead')}</p>
                <SettingsForm
                  key={id}
                  store={store.form}
                  plugin={id}
                  shape={shape}
                  label={t('account:plugin-settings.form', { plugin: title })}
                />
              </>
            )}
          </div>
        </>
      )}
    </div>
  );
});
