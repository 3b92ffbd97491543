import type { AdoptedUpload, JournalDatabase } from '#core/web/uploads/journal-database.ts';

/** Remembers for as long as the test lasts; a second page adopts it. */
export class FakeJournalDatabase implements JournalDatabase {
  readonly records = new Map<string, AdoptedUpload>();
  /** Whether bytes are kept. */
  keepsFiles = true;

  async remember(account: string, entries: Parameters<JournalDatabase['remember']>[1]): Promise<void> {
    for (const entry of entries) {
      const { id, name, size, uploadUrl, target, state } = entry;
      if (state === 'done' || state === 'cancelled') continue;
      const { url, fields } = target;
      this.records.set(id, {
        ...{ id, page: 'p', account, name, size, uploadUrl, order: this.records.size },
        target: { url, ...(fields === undefined ? {} : { fields }) },
        paused: false,
        file: this.keepsFiles ? entry.file : null,
      });
      entry.setKept(this.keepsFiles);
    }
  }

  async note(id: string, facts: Parameters<JournalDatabase['note']>[1]): Promise<void> {
    const record = this.records.get(id);
    if (record !== undefined) this.records.set(id, { ...record, ...facts });
  }

  async forget(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.records.delete(id);
  }

  async forgetAll(): Promise<void> {
    this.records.clear();
  }

  async adopt(account: string): Promise<AdoptedUpload[]> {
    for (const [id, record] of this.records) if (record.account !== account) this.records.delete(id);
    return [...this.records.values()];
  }

  async count(): Promise<number> {
    return this.records.size;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
