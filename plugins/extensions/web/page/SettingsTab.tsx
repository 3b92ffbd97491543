import { useEffect } from 'react';

import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { SettingsForm } from '#core/web/views/settings/SettingsForm.tsx';

import type { Extension } from '#plugins/extensions/calls.ts';
import { OperatorSettingsStore } from './OperatorSettingsStore.ts';

/** What it may be set to for everybody. */
export const SettingsTab = observer(function SettingsTab({ extension }: { extension: Extension }) {
  const t = useText();
  const store = useStore(OperatorSettingsStore);
  const { id, version, settings } = extension.manifest;
  // A new version may have other settings.
  useEffect(() => {
    const stop = store.open(id);
    return () => void stop();
  }, [store, id, version]);
  if (settings.operator === null || store.form === null || store.id !== id) return null;
  return (
    <>
      <p className="rp-ext-quiet rp-ext-lead">{t('extensions:settings.lead')}</p>
      <SettingsForm
        key={id}
        store={store.form}
        plugin="extensions"
        shape={settings.operator}
        label={t('extensions:tab.settings')}
      />
    </>
  );
});
