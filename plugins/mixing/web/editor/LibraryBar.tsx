import { Button } from '#core/web/components/Button.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { FEATURE_GATE } from '#core/web/features/feature-gate.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';

import { useEditor } from './store/use-editor.ts';

/** Says why clips can be neither seen nor added while the library is missing, and what brings it back. */
export const LibraryBar = observer(function LibraryBar() {
  const t = useText();
  const features = useService(FEATURE_GATE);
  const store = useEditor();
  const again = usePluginCallback(store.openLibrary);
  const { access } = store;
  if (access.state === 'open') return null;
  return (
    <div className="rp-ed-conflict" role="status" data-library={access.state}>
      <Icon name={access.state === 'failed' ? 'warning' : 'lock'} size={16} />
      <p>{t(`mixing:editor.library-${access.state}`)}</p>
      {/* The page says already what opens both. */}
      {access.state === 'locked' && store.lock === null && (
        <Button size="small" onClick={() => features.offerUpgrade(access.lock)}>
          {t('mixing:editor.library-unlock')}
        </Button>
      )}
      {access.state === 'failed' && (
        <Button size="small" icon="refresh" onClick={() => again()}>
          {t('shell:dialog.retry')}
        </Button>
      )}
    </div>
  );
});
