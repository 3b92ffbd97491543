import { IconButton } from '#core/web/components/IconButton.tsx';
import { ProgressBar } from '#core/web/components/ProgressBar.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { Arrival } from '../store/Arrivals.ts';
import { useEditor } from '../store/use-editor.ts';
import './ArrivalRow.css';

/** A file on its way into a group; a refused one with the reason beside it. */
export const ArrivalRow = observer(function ArrivalRow({ arrival }: { arrival: Arrival }) {
  const t = useText();
  const store = useEditor();
  const { name, item, refusal } = arrival;
  const isFailed = refusal !== null || item?.state === 'failed';
  return (
    <div className="rp-ed-arrival" data-failed={isFailed || undefined} role={isFailed ? 'alert' : undefined}>
      <span className="rp-ed-arrival__name">{name}</span>
      {isFailed ? (
        <span className="rp-ed-arrival__reason">{refusal ?? item?.error ?? t('mixing:editor.upload-failed')}</span>
      ) : (
        <ProgressBar
          value={item?.progress ?? 0}
          label={t('mixing:editor.uploading', { name })}
          waiting={item?.state !== 'uploading'}
        />
      )}
      {item?.state === 'failed' && refusal === null && !item.isRefused && (
        <IconButton
          icon="refresh"
          size="small"
          label={t('mixing:editor.upload-again', { name })}
          onClick={() => item.retry()}
        />
      )}
      <IconButton
        icon="close"
        size="small"
        label={t(isFailed ? 'mixing:editor.upload-dismiss' : 'mixing:editor.upload-cancel', { name })}
        onClick={() => store.arrivals.dismiss(arrival)}
      />
    </div>
  );
});
