import { useEffect, useState } from 'react';

import { Button } from '../components/Button.tsx';
import { DialogActions } from '../components/DialogActions.tsx';
import { DialogTitle } from '../components/DialogTitle.tsx';
import type { DialogControl } from '../define-web.ts';
import type { I18n } from '../i18n/i18n.ts';
import type { ClosingAnswer, ClosingReason } from './page-closing.ts';

interface GoneProperties extends DialogControl<ClosingAnswer> {
  /** The plugin's title. */
  plugin: string;
  why: ClosingReason;
  canRescue: boolean;
  rescue(): Promise<void>;
  /** Fires when the plugin may keep running after all. */
  signal: AbortSignal;
  i18n: Pick<I18n, 't'>;
}

/** Says that the page's plugin is being removed, and offers to save unsaved work. */
export default function ClosingDialog({ plugin, why, canRescue, rescue, signal, i18n, close }: GoneProperties) {
  const { t } = i18n;
  const [saving, setSaving] = useState<'no' | 'busy' | 'done' | 'failed'>('no');
  useEffect(() => {
    const end = (): void => close();
    if (signal.aborted) end();
    signal.addEventListener('abort', end);
    return () => signal.removeEventListener('abort', end);
  }, [signal, close]);

  const download = async (): Promise<void> => {
    setSaving('busy');
    setSaving(
      await rescue().then(
        () => 'done' as const,
        () => 'failed' as const,
      ),
    );
  };
  const isUpdate = why === 'shell:gone.updated';
  const text = isUpdate ? 'shell:gone.text-updated' : canRescue ? 'shell:gone.text' : 'shell:gone.text-plain';
  return (
    <>
      <DialogTitle>{t(why, { plugin })}</DialogTitle>
      <p className="rp-dialog-text">{t(text)}</p>
      <p className="rp-dialog-text" role="status">
        {saving === 'done' && t('shell:gone.downloaded')}
        {saving === 'failed' && t('shell:gone.download-failed')}
      </p>
      <DialogActions>
        <Button onClick={() => close('close')}>{t(isUpdate ? 'shell:gone.load' : 'shell:gone.close')}</Button>
        <Button data-autofocus={!canRescue || undefined} onClick={() => close('stay')}>
          {t('shell:gone.stay')}
        </Button>
        {canRescue && (
          <Button
            variant="primary"
            icon="download"
            busy={saving === 'busy'}
            data-autofocus
            onClick={() => void download()}
          >
            {t(saving === 'done' ? 'shell:gone.download-again' : 'shell:gone.download')}
          </Button>
        )}
      </DialogActions>
    </>
  );
}
