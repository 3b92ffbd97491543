import { useState, type ReactNode } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { DialogActions } from '#core/web/components/DialogActions.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import { failureText } from '#core/web/http/failure-text.ts';
import { importTemplate, readImportRows, type ImportColumn, type ReadRow } from '#core/web/import-rows.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useText } from '#core/web/react/use-text.ts';
import { readTable, UnreadableTable } from '#core/web/read-table.ts';
import { saveBlob } from '#core/web/save-blob.ts';
import { DropZone } from '#core/web/ui/DropZone.tsx';
import { Notice } from '#core/web/ui/Notice.tsx';
import './TableImport.css';

/** What an import would do, or has done; with any fault nothing is written. */
export interface ImportOutcome<Field extends string> {
  faults: readonly { row: number; field: Field; text: string }[];
  added: number;
  changed: number;
  /** Rows that say what is there already. */
  same: number;
}

/** A column with what its head is called here. */
export interface ShownColumn<Field extends string> extends ImportColumn<Field> {
  title: string;
  /** What the template shows; null for a column that only exports have. */
  example: string | null;
}

export interface TableImportProps<Field extends string, Outcome extends ImportOutcome<Field>> {
  columns: readonly ShownColumn<Field>[];
  /** Most rows of one import. */
  most: number;
  title: string;
  /** What may be in the spreadsheet, and what becomes of it. */
  about: string;
  /** There are heads of columns, and nothing below them. */
  empty: string;
  /** The name of the template, without its ending. */
  templateName: string;
  /** The button that writes so many rows. */
  write(count: number): string;
  /** More of what an import would do than how many rows are new, changed and the same. */
  more?(outcome: Outcome): ReactNode;
  /** Has the rows checked, and written unless that is a trial or some row is wrong. */
  send(rows: ReadRow<Field>[], isTrial: boolean): Promise<Outcome>;
  close(outcome?: Outcome): void;
}

/** Faults that are listed; who has more has the same one in every row. */
const SHOWN_FAULTS = 100;

/**
 * A dialog that imports a spreadsheet: the whole of it is checked first, its faults are listed by row, and it is written
 * once that was agreed to. Closes with what was done.
 */
export const TableImport = observer(function TableImport<Field extends string, Outcome extends ImportOutcome<Field>>({
  columns,
  most,
  title,
  about,
  empty,
  templateName,
  write,
  more,
  send,
  close,
}: TableImportProps<Field, Outcome>) {
  const t = useText();
  const [name, setName] = useState('');
  const [rows, setRows] = useState<ReadRow<Field>[]>([]);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const titleOf = (field: Field): string => columns.find((column) => column.field === field)?.title ?? field;

  async function during(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    setRefusal(null);
    try {
      await work();
    } catch (error) {
      if (error instanceof UnreadableTable) setRefusal(t(`shell:import.${error.reason}`));
      else setRefusal(failureText(error, t));
    } finally {
      setBusy(false);
    }
  }

  const take = (file: File): Promise<void> =>
    during(async () => {
      setName(file.name);
      setOutcome(null);
      const read = readImportRows(await readTable(file), columns);
      const missing = read.missing.map(titleOf).join(t('shell:import.between'));
      if (missing !== '') return setRefusal(t('shell:import.columns', { columns: missing }));
      if (read.rows.length === 0) return setRefusal(empty);
      if (read.rows.length > most) return setRefusal(t('shell:import.rows', { most, count: read.rows.length }));
      setRows(read.rows);
      setOutcome(await send(read.rows, true));
      return undefined;
    });
  const agree = usePluginCallback(() =>
    during(async () => {
      const done = await send(rows, false);
      if (done.faults.length === 0) close(done);
      else setOutcome(done);
    }),
  );
  const template = (): void => {
    const written = columns.filter(({ example }) => example !== null);
    const heads = written.map((column) => column.title);
    const examples = written.map(({ example }) => example ?? '');
    saveBlob(importTemplate(heads, examples), `${templateName}.csv`);
  };
  const count = outcome === null ? 0 : outcome.added + outcome.changed;
  const isReady = outcome !== null && outcome.faults.length === 0 && count > 0;
  return (
    <>
      <DialogTitle>{title}</DialogTitle>
      <div className="rp-import">
        <DropZone
          title={t('shell:import.drop')}
          release={t('shell:import.release')}
          choose={t('shell:import.choose')}
          text={about}
          accept=".xlsx,.csv,text/csv"
          busy={isBusy}
          error={refusal}
          onFiles={([found]) => {
            if (found !== undefined) void take(found.file);
          }}
        />
        <Button variant="link" icon="download" onClick={template}>
          {t('shell:import.template')}
        </Button>
        {outcome !== null && outcome.faults.length > 0 && (
          <Faults name={name} faults={outcome.faults} titleOf={titleOf} />
        )}
        {outcome !== null && outcome.faults.length === 0 && (
          <Notice kind={count === 0 ? 'info' : 'success'} announce title={name}>
            {t('shell:import.would', { added: outcome.added, changed: outcome.changed, same: outcome.same })}
            {more?.(outcome)}
          </Notice>
        )}
      </div>
      <DialogActions>
        <Button onClick={() => close()}>{t('shell:dialog.cancel')}</Button>
        <Button variant="primary" busy={isBusy} disabled={!isReady} onClick={agree}>
          {isReady ? write(count) : t('shell:import.write')}
        </Button>
      </DialogActions>
    </>
  );
}) as <Field extends string, Outcome extends ImportOutcome<Field>>(
  properties: TableImportProps<Field, Outcome>,
) => ReactNode;

/** What keeps a spreadsheet from being imported. */
function Faults<Field extends string>({
  name,
  faults,
  titleOf,
}: Pick<ImportOutcome<Field>, 'faults'> & { name: string; titleOf(field: Field): string }) {
  const t = useText();
  const title = t('shell:import.faults', { count: faults.length, name });
  return (
    <Notice kind="error" announce title={title}>
      <p>{t('shell:import.faults-text')}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys */}
      <div className="rp-import__faults" role="region" aria-label={title} tabIndex={0}>
        <ul>
          {faults.slice(0, SHOWN_FAULTS).map(({ row, field, text }) => (
            <li key={`${row} ${field}`}>{t('shell:import.fault', { row, column: titleOf(field), text })}</li>
          ))}
        </ul>
      </div>
      {faults.length > SHOWN_FAULTS && <p>{t('shell:import.more', { count: faults.length - SHOWN_FAULTS })}</p>}
    </Notice>
  );
}
