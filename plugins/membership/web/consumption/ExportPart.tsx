import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { ProgressBar } from '#core/web/components/ProgressBar.tsx';
import { failureText } from '#core/web/http/failure-text.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useFollowed } from '#core/web/react/use-live.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { DropdownMenu, MenuItem } from '#core/web/ui/DropdownMenu.tsx';
import { Notice } from '#core/web/ui/Notice.tsx';

import type { ConsumptionExport } from '#plugins/membership/calls.ts';
import { ConsumptionStore } from './ConsumptionStore.ts';
import './exports.css';

/** Has the list written to a spreadsheet in the background; what was written can be fetched, also by who comes back. */
export const ExportPart = observer(function ExportPart() {
  const t = useText();
  const store = useStore(ConsumptionStore);
  const [refusal, setRefusal] = useState<string | null>(null);
  const exports = useFollowed(store.exports).value ?? [];
  // Another attempt follows a failure, or nobody cares any more.
  const shown = exports.filter(({ state }, at) => state !== 'cancelled' && (state !== 'failed' || at === 0));
  const attempt = usePluginCallback(async (act: () => Promise<void>) => {
    setRefusal(null);
    try {
      await act();
    } catch (error) {
      setRefusal(failureText(error, t));
    }
  });
  return (
    <div className="rp-exports">
      {!store.records.isEmpty && (
        <DropdownMenu
          label={t('membership:export.formats')}
          trigger={(menu) => (
            <Button {...menu} icon="download">
              {t('membership:export.start')}
            </Button>
          )}
        >
          <MenuItem onChoose={() => attempt(() => store.export('xlsx'))}>{t('membership:export.xlsx')}</MenuItem>
          <MenuItem onChoose={() => attempt(() => store.export('csv'))}>{t('membership:export.csv')}</MenuItem>
        </DropdownMenu>
      )}
      {refusal !== null && (
        <Notice kind="error" announce onClose={() => setRefusal(null)}>
          {refusal}
        </Notice>
      )}
      {shown.length > 0 && (
        <ul aria-label={t('membership:export.list')} aria-live="polite">
          {shown.map((one) => (
            <li key={one.id}>
              <OneExport
                one={one}
                onCancel={() => attempt(() => store.cancelExport(one.id))}
                onRetry={() => attempt(() => store.retryExport(one.id))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
});

interface OneExportProps {
  one: ConsumptionExport;
  onCancel(): void;
  onRetry(): void;
}

const OneExport = observer(function OneExport({ one, onCancel, onRetry }: OneExportProps) {
  const t = useText();
  const i18n = useService(I18N);
  const { file, state, progress, error, expiresAt } = one;
  const format = one.format === 'xlsx' ? 'Excel' : 'CSV';
  if (file !== null) {
    return (
      <>
        <a href={file.url} download={file.name} aria-label={t('membership:export.fetch', { name: file.name })}>
          <Icon name="download" size={16} /> {file.name}
        </a>
        <small>{t('membership:export.rows', { count: i18n.count(file.rows), until: i18n.time(expiresAt) })}</small>
      </>
    );
  }
  if (state === 'failed') {
    return (
      <Notice
        kind="error"
        title={t('membership:export.failed')}
        actions={
          <Button size="small" onClick={() => onRetry()}>
            {t('membership:export.again')}
          </Button>
        }
      >
        {error}
      </Notice>
    );
  }
  const text =
    state === 'queued' || state === 'paused'
      ? t('membership:export.queued', { format })
      : state === 'cancelling'
        ? t('membership:export.cancelling')
        : t('membership:export.running', { format, percent: Math.floor(progress * 100) });
  return (
    <div className="rp-exports__work">
      <small>{text}</small>
      <ProgressBar label={text} value={progress} waiting={state === 'queued'} />
      <IconButton
        icon="close"
        size="small"
        label={t('membership:export.cancel')}
        disabled={state === 'cancelling'}
        onClick={() => onCancel()}
      />
    </div>
  );
});
