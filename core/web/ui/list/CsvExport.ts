import { runInAction } from 'mobx';

import { CSV_START, csvLine } from '#core/contract/spreadsheet.ts';
import type { LivePage } from '#core/web/live/LiveList.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { saveBlob } from '#core/web/save-blob.ts';
import type { ExportColumn, ListItem } from './list-parts.ts';

/** What is exported. */
export interface ExportedList<T> {
  /** Name of the file, without its extension. */
  name: string;
  columns: readonly ExportColumn<T>[];
  parts(signal: AbortSignal): AsyncIterable<LivePage<T>>;
}

/** Writes a whole list to a file, page by page. Observable. */
export class CsvExport {
  isRunning = false;
  /** Number of lines written. */
  done = 0;
  /** Number of all lines; null when the server does not return it. */
  total: number | null = null;
  /** Why the last export failed; null when it did not. */
  failure: { error: unknown } | null = null;

  #aborter = new AbortController();

  constructor() {
    observableStore(this);
  }

  /** Resolves when the file was saved, or the export was stopped or failed. */
  async run<T extends ListItem>({ name, columns, parts }: ExportedList<T>): Promise<void> {
    if (this.isRunning) return;
    this.#aborter = new AbortController();
    const { signal } = this.#aborter;
    this.isRunning = true;
    this.done = 0;
    this.total = null;
    this.failure = null;
    const written = columns.filter(({ plain }) => plain !== undefined);
    const lines: BlobPart[] = [CSV_START, csvLine(written.map(({ title }) => title))];
    // An item that moved between two pages is returned twice.
    const seen = new Set<string>();
    try {
      for await (const { items, total } of parts(signal)) {
        if (signal.aborted) break;
        const fresh = items.filter(({ id }) => !seen.has(id));
        for (const { id } of fresh) seen.add(id);
        // One string per page, because there may be many lines.
        lines.push(fresh.map((item) => csvLine(written.map(({ plain }) => plain?.(item) ?? null))).join(''));
        this.count(seen.size, total ?? null);
      }
      if (!signal.aborted) saveBlob(new Blob(lines, { type: 'text/csv;charset=utf-8' }), `${name}.csv`);
    } catch (error) {
      if (!signal.aborted) runInAction(() => (this.failure = { error }));
    } finally {
      runInAction(() => (this.isRunning = false));
    }
  }

  cancel(): void {
    this.#aborter.abort();
  }

  forgetFailure(): void {
    this.failure = null;
  }

  private count(done: number, total: number | null): void {
    this.done = done;
    this.total = total;
  }
}
