import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { DialogActions } from '#core/web/components/DialogActions.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import type { DialogControl } from '#core/web/define-web.ts';
import { HTTP } from '#core/web/http/http.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observer } from '#core/web/react/observer.ts';
import { useLive } from '#core/web/react/use-live.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';

import { listTargets } from '../calls.ts';

interface SendDialogProps extends DialogControl<string> {
  /** How many files are to be sent; null for what a run will have made. */
  count: number | null;
}

/** Asks where files are to be sent. Closes with the id of a target, or with '' for nowhere when they are yet to be made. */
export default observer(function SendDialog({ count, close }: SendDialogProps) {
  const t = useText();
  const http = useService(HTTP);
  const targets = useLive(
    (scope) =>
      new LiveValue(scope, async (signal) => {
        return (await http.call(listTargets, {}, { signal, handlesErrors: true })).targets;
      }),
  );
  const [choice, setChoice] = useState<string | null>(null);
  const { value: known, failure } = targets;
  const chosen = choice ?? (known?.length === 1 ? (known[0]?.id ?? null) : null);
  return (
    <>
      <DialogTitle>{count === null ? t('publishing:wish.title') : t('publishing:send.title', { count })}</DialogTitle>
      {failure !== null && (
        <LoadError text={t('publishing:send.unread')} error={failure.error} onRetry={() => void targets.load()} />
      )}
      {known?.length === 0 && <p>{t('publishing:send.none')}</p>}
      {known !== null && known.length > 0 && (
        <RadioGroup
          label={t('publishing:send.place')}
          value={chosen}
          options={[
            ...known.map(({ id, title, about }) => ({ value: id, text: title, hint: about ?? undefined })),
            ...(count === null ? [{ value: '', text: t('publishing:wish.nowhere') }] : []),
          ]}
          onChange={setChoice}
        />
      )}
      <DialogActions>
        <Button onClick={() => close()}>{t('shell:dialog.cancel')}</Button>
        <Button variant="primary" disabled={chosen === null} onClick={() => chosen !== null && close(chosen)}>
          {t(count === null ? 'publishing:wish.confirm' : 'publishing:send.confirm')}
        </Button>
      </DialogActions>
    </>
  );
});
