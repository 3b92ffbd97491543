import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { Extension } from '#plugins/extensions/calls.ts';
import { ExtensionChanges } from '../stores/ExtensionChanges.ts';
import { Notice } from '#core/web/ui/Notice.tsx';
import './ServerNotice.css';

/** Why its server half does not answer, and the way back where there is one from here. */
export const ServerNotice = observer(function ServerNotice({ extension }: { extension: Extension }) {
  const t = useText();
  const changes = useStore(ExtensionChanges);
  const { server, manifest } = extension;
  if (server === null || server.state === 'running' || server.problem === null) return null;
  return (
    <Notice kind="error">
      <p>{t(`extensions:server.${server.state}-here`)}</p>
      <pre className="rp-ext-pre">{server.problem}</pre>
      {server.state === 'resting' && (
        <Button
          className="rp-ext-server__retry"
          variant="primary"
          icon="refresh"
          busy={changes.isBusy(manifest.id, 'server')}
          onClick={() => void changes.retryServer(extension)}
        >
          {t('extensions:server.retry')}
        </Button>
      )}
    </Notice>
  );
});
