import { useEffect, useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { copyText } from '#core/web/copy-text.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';

const TOLD_MILLISECONDS = 2_000;

/** Copies a text. @param label what it says; without `words` it is an icon with that name */
export function CopyButton({ text, label, words = false }: { text: string; label: string; words?: boolean }) {
  const t = useText();
  const toasts = useService(TOASTS);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), TOLD_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy(): Promise<void> {
    if (await copyText(text)) setCopied(true);
    else toasts.show({ kind: 'warning', text: () => t('extensions:copy.failed'), key: 'extensions.copy' });
  }

  return (
    <>
      {words ? (
        <Button size="small" icon={isCopied ? 'check' : 'copy'} onClick={() => void copy()}>
          {label}
        </Button>
      ) : (
        <IconButton size="small" icon={isCopied ? 'check' : 'copy'} label={label} onClick={() => void copy()} />
      )}
      <span className="rp-visually-hidden" role="status">
        {isCopied ? t('extensions:copy.done') : ''}
      </span>
    </>
  );
}
