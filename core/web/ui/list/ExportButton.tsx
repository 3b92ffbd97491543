import { useEffect, useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { ProgressBar } from '#core/web/components/ProgressBar.tsx';
import { failureText } from '#core/web/http/failure-text.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Notice } from '../Notice.tsx';
import { CsvExport, type ExportedList } from './CsvExport.ts';
import type { ListItem } from './list-parts.ts';
import './ExportButton.css';

interface ExportButtonProps<T extends ListItem> {
  exported: ExportedList<T>;
  /** Whether there is nothing to export: the button then stays where it is, so that nothing moves. */
  isEmpty: boolean;
}

function DrawnExportButton<T extends ListItem>({ exported, isEmpty }: ExportButtonProps<T>) {
  const t = useText();
  const i18n = useService(I18N);
  const [file] = useState(() => new CsvExport());
  useEffect(() => () => file.cancel(), [file]);
  const { isRunning, done, total, failure } = file;
  if (isRunning) {
    const count = i18n.count(done);
    const text =
      total === null
        ? t('shell:list.exported', { count })
        : t('shell:list.exported-of', { count, total: i18n.count(total) });
    return (
      <div className="rp-list-export">
        <span className="rp-list-export__text">{text}</span>
        <ProgressBar
          label={t('shell:list.exporting')}
          value={total === null || total === 0 ? 0 : Math.min(1, done / total)}
        />
        <IconButton icon="close" size="small" label={t('shell:list.export-cancel')} onClick={file.cancel} />
      </div>
    );
  }
  return (
    <>
      <Button icon="download" disabled={isEmpty} onClick={() => void file.run(exported)}>
        {t('shell:list.export')}
      </Button>
      {failure !== null && (
        <Notice kind="error" announce title={t('shell:list.export-failed')} onClose={file.forgetFailure}>
          {failureText(failure.error, t)}
        </Notice>
      )}
    </>
  );
}

// observer() loses the type parameter.
/** Saves a whole list as a file for spreadsheets, with progress and a way to stop. */
export const ExportButton = observer(DrawnExportButton) as typeof DrawnExportButton;
