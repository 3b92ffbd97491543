import { Button } from '#core/web/components/Button.tsx';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { PLUGINS } from '#core/web/plugins/plugins.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ROUTER } from '#core/web/router/router.ts';

import { ExtensionChanges } from '../stores/ExtensionChanges.ts';
import { extensionStatus, titleOf } from '../parts/describe-extension.ts';
import { PluginSign } from '../parts/PluginSign.tsx';
import { StatusLabel } from '../parts/StatusLabel.tsx';
import { earlierVersion } from './kept-versions.ts';
import type { ExtensionDetails } from '../stores/ExtensionStore.ts';
import './ExtensionHead.css';

/** Its name, state and actions. */
export const ExtensionHead = observer(function ExtensionHead({ details }: { details: ExtensionDetails }) {
  const t = useText();
  const i18n = useService(I18N);
  const plugins = useService(PLUGINS);
  const dialogs = useService(DIALOGS);
  const router = useService(ROUTER);
  const changes = useStore(ExtensionChanges);
  const { extension } = details;
  const { manifest, origin, source, disabled } = extension;
  const { id } = manifest;
  const status = extensionStatus(extension, plugins.find(id));
  const isOutside = origin !== 'shipped';
  const isBusy = changes.isBusy(id);
  const earlier = earlierVersion(details);
  const update = usePluginCallback(async () => {
    await dialogs.open('extensions/install');
  });
  const retry = usePluginCallback(async () => {
    await plugins.retry(id);
  });
  const remove = usePluginCallback(async () => {
    if (await changes.remove(extension)) await router.go('/operator/plugins', { replace: true });
  });
  // The one next action: on again what is off, a new version for what cannot run, unless its server half only rests.
  const isResting = extension.server?.state === 'resting';
  const isLit = { enable: disabled, update: !disabled && status.name === 'blocked' && !isResting };
  return (
    <header className="rp-ext-head">
      <PluginSign manifest={manifest} isLarge />
      <div className="rp-ext-head__words">
        <h1>{titleOf(extension, i18n)}</h1>
        <p className="rp-ext-head__facts">
          <span>{id}</span>
          <span>{manifest.version}</span>
          <span>{t(`extensions:origin.${origin}`)}</span>
          {source !== null && (
            <span>{t(source.untrusted ? 'extensions:trust.untrusted' : 'extensions:trust.trusted')}</span>
          )}
        </p>
        <StatusLabel status={status} />
      </div>
      <div className="rp-ext-head__actions">
        {status.name === 'failed' && (
          <Button icon="refresh" onClick={() => retry()}>
            {t('extensions:retry-here')}
          </Button>
        )}
        {!extension.needed && (
          <Button
            variant={isLit.enable ? 'primary' : 'secondary'}
            busy={isBusy}
            onClick={() => void changes.setDisabled(extension, !disabled)}
          >
            {t(disabled ? 'extensions:enable' : 'extensions:disable')}
          </Button>
        )}
        {isOutside && (
          <>
            <Button
              icon="upload"
              variant={isLit.update ? 'primary' : 'secondary'}
              disabled={isBusy}
              onClick={() => update()}
            >
              {t('extensions:update')}
            </Button>
            {earlier !== null && (
              <Button icon="history" disabled={isBusy} onClick={() => void changes.rollBack(extension, earlier)}>
                {t('extensions:roll-back.to', { version: earlier })}
              </Button>
            )}
            <Button variant="danger" disabled={isBusy} onClick={() => remove()}>
              {t('extensions:remove.open')}
            </Button>
          </>
        )}
      </div>
    </header>
  );
});
