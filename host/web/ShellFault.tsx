import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';

import { UPDATES } from './notices/updates.ts';
import { StartNotice } from './StartNotice.tsx';

/**
 * Shown in place of the workbench's frame when its code failed to load; after a deploy the old build is gone for good.
 */
export const ShellFault = observer(function ShellFault({ retry }: { retry(): void }) {
  const t = useText();
  if (!useService(UPDATES).isOld) return <StartNotice retry={retry} />;
  return (
    <main className="rp-start-fault">
      <h1>{t('shell:update.ready')}</h1>
      <Button variant="primary" onClick={() => window.location.reload()}>
        {t('shell:update.reload')}
      </Button>
    </main>
  );
});
