import { useEffect, useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { copyText } from '#core/web/copy-text.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useText } from '#core/web/react/use-text.ts';

const TOLD_MILLISECONDS = 2000;

/** A command to be copied. */
export function CommandLine({ command, isNext = false }: { command: string; isNext?: boolean }) {
  const t = useText();
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  const copy = usePluginCallback(async () => setOutcome((await copyText(command)) ? 'copied' : 'failed'));
  useEffect(() => {
    if (outcome !== 'copied') return undefined;
    const timer = setTimeout(() => setOutcome(null), TOLD_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [outcome]);

  return (
    <div className="rp-command">
      <code className="rp-command__text">{command}</code>
      <Button
        variant={isNext ? 'primary' : 'secondary'}
        icon={outcome === 'copied' ? 'check' : 'copy'}
        aria-label={t('workbench:start.copy-of', { command })}
        onClick={copy}
      >
        {t(outcome === 'copied' ? 'workbench:start.copied' : 'workbench:start.copy')}
      </Button>
      <p className={outcome === 'failed' ? 'rp-command__fault' : 'rp-visually-hidden'} role="status">
        {outcome === 'failed' && t('workbench:start.copy-failed')}
        {outcome === 'copied' && t('workbench:start.copied')}
      </p>
    </div>
  );
}
