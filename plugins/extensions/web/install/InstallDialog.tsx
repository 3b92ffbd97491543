import { useEffect } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { DialogActions } from '#core/web/components/DialogActions.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import { ProgressBar } from '#core/web/components/ProgressBar.tsx';
import type { DialogControl } from '#core/web/define-web.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';

import type { Extension } from '#plugins/extensions/calls.ts';
import { Notice } from '#core/web/ui/Notice.tsx';
import { titleOf } from '../parts/describe-extension.ts';
import { ChoosePackage } from './ChoosePackage.tsx';
import { InstallStore } from './InstallStore.ts';
import { PackageReview } from './PackageReview.tsx';
import '../parts/shared.css';
import './InstallDialog.css';

interface InstallDialogProps extends DialogControl<Extension> {
  /** Looked at at once. */
  file?: File;
}

/** Shows what a package would do before any code of it runs, and installs it. */
export default observer(function InstallDialog({ file, close }: InstallDialogProps) {
  const t = useText();
  const i18n = useService(I18N);
  const toasts = useService(TOASTS);
  const router = useService(ROUTER);
  const store = useStore(InstallStore);
  useEffect(() => {
    if (file !== undefined) store.takeFile(file);
    return () => store.cancel();
  }, [store, file]);
  const install = usePluginCallback(async () => {
    const extension = await store.install();
    if (extension === null) return;
    const { id, version } = extension.manifest;
    toasts.show({
      kind: 'success',
      text: () => t('extensions:install.done', { plugin: titleOf(extension, i18n), version }),
      action: { label: t('extensions:install.look'), run: () => void router.go(`/operator/plugins/${id}`) },
      duration: 8_000,
    });
    close(extension);
  });

  const { inspection, isInspecting, problem, sent } = store;
  const isAsked = inspection === null && !isInspecting;
  return (
    <div className="rp-ext-install">
      {inspection === null && <DialogTitle>{t('extensions:install.title')}</DialogTitle>}
      {isAsked && <ChoosePackage />}
      {isInspecting && (
        <div className="rp-ext-install__wait" role="status">
          <p>
            {t(sent === null ? 'extensions:install.looking' : 'extensions:install.sending', {
              name: store.sourceName,
            })}
          </p>
          <ProgressBar value={sent ?? 1} waiting={sent === null} label={t('extensions:install.progress')} />
        </div>
      )}
      {inspection !== null && <PackageReview inspection={inspection} />}
      {problem !== null && (
        <Notice kind="error" announce>
          <p>{problem.text}</p>
          <p className="rp-ext-install__hint">{problem.hint}</p>
        </Notice>
      )}
      <div className="rp-ext-install__foot">
        <DialogActions>
          {inspection !== null && (
            <Button variant="quiet" className="rp-ext-install__other" onClick={store.cancel}>
              {t('extensions:install.other')}
            </Button>
          )}
          <Button onClick={() => (isInspecting ? store.cancel() : close())}>
            {t(isInspecting ? 'extensions:install.stop' : 'shell:dialog.cancel')}
          </Button>
          {problem?.of === 'inspect' && store.source?.kind === 'address' && (
            <Button onClick={() => void store.inspect()}>{t('shell:dialog.retry')}</Button>
          )}
          {inspection !== null && (
            <Button variant="primary" disabled={!store.mayInstall} busy={store.isInstalling} onClick={() => install()}>
              {t(`extensions:install.do-${inspection.change}`, { version: inspection.package.manifest.version })}
            </Button>
          )}
        </DialogActions>
      </div>
    </div>
  );
});
