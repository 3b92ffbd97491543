import { useState } from 'react';

import { CSV_START, csvLine } from '#core/contract/spreadsheet.ts';
import type { CallData } from '#core/contract/call.ts';
import { BackLink } from '#core/web/components/BackLink.tsx';
import { Button } from '#core/web/components/Button.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { HTTP } from '#core/web/http/http.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observer } from '#core/web/react/observer.ts';
import { useLive } from '#core/web/react/use-live.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { useParams } from '#core/web/router/links.ts';
import { saveBlob } from '#core/web/save-blob.ts';
import { Notice } from '#core/web/ui/Notice.tsx';
import { PageFrame } from '#core/web/ui/PageFrame.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';

import { readCodeBatch, stopCodeBatch } from '#plugins/membership/calls.ts';
import { benefitText } from '../shop/benefit-text.ts';
import './operator.css';

type Sheet = CallData<typeof readCodeBatch>;

/** The codes of a batch: to print, to save as CSV, or to stop. */
export default function CodeSheetPage() {
  const { id = '' } = useParams();
  return <OneSheet key={id} id={id} />;
}

const STOP = {
  title: 'membership:codes.stop-title',
  text: 'membership:codes.stop-text',
  confirm: 'membership:codes.stop',
  destructive: true,
} as const;

const OneSheet = observer(function OneSheet({ id }: { id: string }) {
  const t = useText();
  const i18n = useService(I18N);
  const http = useService(HTTP);
  const dialogs = useService(DIALOGS);
  const [refusal, setRefusal] = useState<string | null>(null);
  const sheet = useLive<LiveValue<Sheet>>(
    (scope) =>
      new LiveValue(scope, (signal): Promise<Sheet> =>
        http.call(readCodeBatch, { params: { id } }, { signal, handlesErrors: true }),
      ),
  );
  const stop = usePluginCallback(async () => {
    if (!(await dialogs.confirm(STOP))) return;
    setRefusal(null);
    try {
      const batch = await http.call(stopCodeBatch, { params: { id } }, { handlesErrors: true });
      sheet.update((before) => ({ ...before, batch }));
    } catch (error) {
      setRefusal(failureText(error, t));
    }
  });
  const { value, failure } = sheet;
  const save = ({ batch, codes }: Sheet): void => {
    const rows = codes.map(({ serial, code, used }) => [serial, code, used]);
    const head = [t('membership:codes.serial'), t('membership:codes.code'), t('membership:codes.used')];
    const text = CSV_START + [head, ...rows].map(csvLine).join('');
    saveBlob(new Blob([text], { type: 'text/csv' }), `${batch.name}.csv`);
  };
  return (
    <>
      <BackLink to="/operator/money/codes">{t('membership:operator.codes')}</BackLink>
      <PageFrame
        title={value?.batch.name ?? t('membership:operator.codes')}
        about={
          value === null
            ? undefined
            : t('membership:codes.facts', {
                ...{ benefit: benefitText(i18n, value.batch.benefit), until: i18n.time(value.batch.expiresAt) },
                ...{ uses: value.batch.uses, redeemed: value.batch.redeemed },
              })
        }
        actions={
          value !== null && (
            <>
              {value.batch.stoppedAt === null && (
                <Button variant="quiet" onClick={() => stop()}>
                  {t('membership:codes.stop')}
                </Button>
              )}
              <Button icon="download" onClick={() => save(value)}>
                {t('membership:codes.csv')}
              </Button>
              <Button variant="primary" onClick={() => window.print()}>
                {t('membership:codes.print')}
              </Button>
            </>
          )
        }
      >
        {refusal !== null && (
          <Notice kind="error" announce>
            {refusal}
          </Notice>
        )}
        {value !== null && value.batch.stoppedAt !== null && (
          <Notice kind="warning">{t('membership:codes.is-stopped')}</Notice>
        )}
        {failure !== null && (
          <LoadError text={t('membership:operator.failed')} error={failure.error} onRetry={() => void sheet.load()} />
        )}
        {value === null ? (
          failure === null && <Skeleton shape="rows" count={6} />
        ) : (
          <ol className="rp-codes">
            {value.codes.map(({ serial, code, used }) => (
              <li key={serial} data-used={used >= value.batch.uses || undefined}>
                <span className="rp-codes__code">{code}</span>
                <span className="rp-checkout__quiet">
                  {serial} · {benefitText(i18n, value.batch.benefit)}
                </span>
              </li>
            ))}
          </ol>
        )}
      </PageFrame>
    </>
  );
});
