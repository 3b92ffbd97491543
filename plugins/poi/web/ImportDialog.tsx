import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { DialogActions } from '#core/web/components/DialogActions.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import type { DialogControl } from '#core/web/define-web.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import { HTTP } from '#core/web/http/http.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { saveBlob } from '#core/web/save-blob.ts';
import { readTable, UnreadableTable } from '#core/web/read-table.ts';
import { DropZone } from '#core/web/ui/DropZone.tsx';
import { Notice } from '#core/web/ui/Notice.tsx';

import type { CallData } from '#core/contract/call.ts';
import { importPlaces, MOST_ROWS, type ImportField, type ImportRow } from '#plugins/poi/calls.ts';
import { importRows, templateFile } from './import-rows.ts';
import './poi.css';

type Outcome = CallData<typeof importPlaces>;

/** Faults that are listed; who has more has the same one in every row. */
const SHOWN_FAULTS = 100;

/** What the heads of the columns say. */
const HEADS = {
  poiId: 'poi:poi-id',
  name: 'poi:name',
  address: 'poi:address',
  latitude: 'poi:latitude',
  longitude: 'poi:longitude',
} as const;
const COLUMNS = Object.values(HEADS);

/** Imports places from a spreadsheet: it is checked as a whole first. Closes with how many were added and changed. */
export default observer(function ImportDialog({ close }: DialogControl<Pick<Outcome, 'added' | 'changed'>>) {
  const t = useText();
  const http = useService(HTTP);
  const [name, setName] = useState('');
  const [rows, setRows] = useState<readonly ImportRow[]>([]);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function during(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    setRefusal(null);
    try {
      await work();
    } catch (error) {
      if (error instanceof UnreadableTable) setRefusal(t(`poi:import-${error.reason}`));
      else setRefusal(failureText(error, t));
    } finally {
      setBusy(false);
    }
  }
  const ask = (asked: readonly ImportRow[], isTrial: boolean): Promise<Outcome> =>
    http.call(importPlaces, { body: { rows: [...asked], isTrial } }, { handlesErrors: true });

  const take = (file: File): Promise<void> =>
    during(async () => {
      setName(file.name);
      setOutcome(null);
      const read = importRows(await readTable(file));
      const columns = read.missing.map((field) => t(HEADS[field])).join(t('poi:between'));
      if (read.missing.length > 0) return setRefusal(t('poi:import-columns', { columns }));
      if (read.rows.length === 0) return setRefusal(t('poi:import-empty'));
      if (read.rows.length > MOST_ROWS) {
        return setRefusal(t('poi:import-rows', { most: MOST_ROWS, count: read.rows.length }));
      }
      setRows(read.rows);
      setOutcome(await ask(read.rows, true));
      return undefined;
    });
  const write = usePluginCallback(() =>
    during(async () => {
      const done = await ask(rows, false);
      if (done.faults.length === 0) close({ added: done.added, changed: done.changed });
      else setOutcome(done);
    }),
  );
  const template = (): void =>
    saveBlob(
      templateFile(
        COLUMNS.map((key) => t(key)),
        ['6601136930455291912', t('poi:example-name'), t('poi:example-address'), '30.27415', '120.15515'],
      ),
      `${t('poi:template-file')}.csv`,
    );
  const isReady = outcome !== null && outcome.faults.length === 0 && outcome.added + outcome.changed > 0;
  return (
    <>
      <DialogTitle>{t('poi:import-title')}</DialogTitle>
      <div className="rp-poi-import">
        <DropZone
          title={t('poi:import-drop')}
          release={t('poi:import-release')}
          choose={t('poi:import-choose')}
          text={t('poi:import-about', { most: MOST_ROWS })}
          accept=".xlsx,.csv,text/csv"
          busy={isBusy}
          error={refusal}
          onFiles={([found]) => {
            if (found !== undefined) void take(found.file);
          }}
        />
        <Button variant="link" icon="download" onClick={template}>
          {t('poi:template')}
        </Button>
        {outcome !== null && <Result name={name} outcome={outcome} />}
      </div>
      <DialogActions>
        <Button onClick={() => close()}>{t('shell:dialog.cancel')}</Button>
        <Button variant="primary" busy={isBusy} disabled={!isReady} onClick={write}>
          {isReady ? t('poi:import-write', { count: outcome.added + outcome.changed }) : t('poi:import')}
        </Button>
      </DialogActions>
    </>
  );
});

/** What an import would do, or what keeps it from being done. */
const Result = observer(function Result({ name, outcome }: { name: string; outcome: Outcome }) {
  const t = useText();
  const { faults, added, changed, same } = outcome;
  if (faults.length === 0) {
    return (
      <Notice kind={added + changed === 0 ? 'info' : 'success'} announce title={name}>
        {t('poi:import-would', { added, changed, same })}
      </Notice>
    );
  }
  const column = (field: ImportField): string => t(HEADS[field]);
  return (
    <Notice kind="error" announce title={t('poi:import-faults', { count: faults.length, name })}>
      <p>{t('poi:import-faults-text')}</p>
      <ul className="rp-poi-import__faults">
        {faults.slice(0, SHOWN_FAULTS).map(({ row, field, text }) => (
          <li key={`${row} ${field}`}>{t('poi:import-fault', { row, column: column(field), text })}</li>
        ))}
      </ul>
      {faults.length > SHOWN_FAULTS && <p>{t('poi:import-more', { count: faults.length - SHOWN_FAULTS })}</p>}
    </Notice>
  );
});
