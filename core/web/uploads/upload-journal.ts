import type { BrowserStorage } from '../storage/storage.ts';
import type { AdoptedUpload, JournaledUpload, JournalDatabase } from './journal-database.ts';
import type { UploadEntry } from './UploadEntry.ts';

/** Storage key: whether this browser has uploads in its journal. */
const REMEMBERS = 'uploads.remembered';

/** The {@link JournalDatabase} behind a flag in the storage, so that the database is opened only when it is needed. */
export interface UploadJournal {
  /** Whether the journal may hold something. */
  readonly hasAny: boolean;
  /** Records resumable uploads, if somebody is logged in. */
  remember(account: string | null, entries: readonly UploadEntry[]): void;
  note(id: string, facts: Partial<Pick<JournaledUpload, 'uploadUrl' | 'paused'>>): void;
  forget(entries: readonly UploadEntry[]): void;
  forgetAll(): Promise<void>;
  adopt(account: string): Promise<AdoptedUpload[]>;
  close(): Promise<void>;
}

export interface UploadJournalDependencies {
  storage: BrowserStorage;
  /** Opens the database; by default this browser's own. */
  openDatabase?: () => Promise<JournalDatabase | null>;
}

/** Makes the {@link UploadJournal} of a page. */
export function createUploadJournal({ storage, openDatabase = openOwn }: UploadJournalDependencies): UploadJournal {
  let opened: Promise<JournalDatabase | null> | undefined;

  /** An upload that cannot be recorded lives as long as the page. */
  async function ask<T>(work: (memory: JournalDatabase) => Promise<T>): Promise<T | undefined> {
    opened ??= openDatabase();
    const memory = await opened.catch(() => null);
    return memory === null ? undefined : await work(memory).catch(() => undefined);
  }
  const tidy = async (memory: JournalDatabase): Promise<void> => {
    if ((await memory.count()) === 0) storage.remove(REMEMBERS);
  };

  return {
    get hasAny() {
      return storage.read(REMEMBERS) === true;
    },
    remember(account, entries) {
      const resumable = entries.filter(({ isResumable }) => isResumable);
      if (resumable.length === 0 || account === null) return;
      storage.write(REMEMBERS, true);
      void ask((memory) => memory.remember(account, resumable));
    },
    note(id, facts) {
      void ask((memory) => memory.note(id, facts));
    },
    forget(entries) {
      const ids = entries.filter(({ isResumable }) => isResumable).map(({ id }) => id);
      if (ids.length === 0 || opened === undefined) return;
      void ask(async (memory) => {
        await memory.forget(ids);
        await tidy(memory);
      });
    },
    async forgetAll() {
      if (storage.read(REMEMBERS) !== true) return;
      await ask((memory) => memory.forgetAll());
      storage.remove(REMEMBERS);
    },
    async adopt(account) {
      const adopted = await ask(async (memory) => {
        const found = await memory.adopt(account);
        await tidy(memory);
        return found;
      });
      return adopted ?? [];
    },
    async close() {
      if (opened !== undefined) await ask((memory) => memory.close());
    },
  };
}

async function openOwn(): Promise<JournalDatabase | null> {
  const { openJournalDatabase } = await import(/* webpackChunkName: "send" */ './journal-database.ts');
  return await openJournalDatabase();
}
