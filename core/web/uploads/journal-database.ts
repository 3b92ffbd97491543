import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

import { randomUuid } from '../random-uuid.ts';
import type { UploadEntry } from './UploadEntry.ts';
import type { UploadTarget } from './uploads.ts';

/** An upload as stored in this browser. */
export interface JournaledUpload {
  id: string;
  /** The page that it belongs to: the name of a lock that the page holds while it is open. */
  page: string;
  /** The account that it belongs to. */
  account: string;
  target: Pick<UploadTarget, 'url' | 'fields' | 'headers'>;
  name: string;
  size: number;
  uploadUrl: string | null;
  /** Paused by the user. */
  paused: boolean;
  /** When it was added; the order among those of one page. */
  order: number;
}

/** An upload left behind by a page that was closed. */
export interface AdoptedUpload extends JournaledUpload {
  /** Null when it was too large to store. */
  file: File | null;
}

/** The uploads stored in this browser, so that they can resume after a reload. */
export interface JournalDatabase {
  /** Stores the entries of an account; {@link UploadEntry.kept} then says which of them would survive a reload. */
  remember(account: string, entries: readonly UploadEntry[]): Promise<void>;
  note(id: string, facts: Partial<Pick<JournaledUpload, 'uploadUrl' | 'paused'>>): Promise<void>;
  forget(ids: readonly string[]): Promise<void>;
  /** Forgets everything, including uploads of other pages. */
  forgetAll(): Promise<void>;
  /** Takes over the uploads of pages that were closed; those of other accounts are deleted. */
  adopt(account: string): Promise<AdoptedUpload[]>;
  /** The number of stored uploads, including those of other pages. */
  count(): Promise<number>;
  /** Releases everything, so that another page may adopt it. */
  close(): Promise<void>;
}

interface Schema extends DBSchema {
  uploads: { key: string; value: JournaledUpload };
  /** By the upload's id. Stored separately, because the browser copies a file's bytes with every write. */
  files: { key: string; value: File };
}

const NAME = 'reelport-uploads';
/**
 * The limits in bytes for one file, and for all files of one page; a larger file has to be selected again after a
 * reload.
 */
const LARGEST_FILE = 256 * 1024 * 1024;
const MAX_BYTES = 2 * 1024 * 1024 * 1024;

/** Opens the database; null in a browser without IndexedDB or Web Locks, for example in private mode. */
export async function openJournalDatabase(): Promise<JournalDatabase | null> {
  if (!('indexedDB' in globalThis) || !('locks' in navigator)) return null;
  const page = randomUuid();
  const lockOf = (name: string): string => `${NAME}/${name}`;
  let db: IDBPDatabase<Schema>;
  let release: () => void;
  try {
    db = await openDB<Schema>(NAME, 1, {
      upgrade(made) {
        made.createObjectStore('uploads', { keyPath: 'id' });
        made.createObjectStore('files');
      },
    });
    release = await holdLock(lockOf(page));
  } catch {
    return null;
  }
  const bytes = new Map<string, number>();
  // One write after another, so that a slower write cannot restore what was deleted.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };

  async function keepFile(id: string, file: File | null): Promise<boolean> {
    if (file === null) return false;
    if (bytes.has(id)) return true;
    const taken = [...bytes.values()].reduce((sum, size) => sum + size, 0);
    if (file.size > LARGEST_FILE || taken + file.size > MAX_BYTES) return false;
    try {
      await db.put('files', file, id);
      bytes.set(id, file.size);
      return true;
    } catch {
      // Out of space, or the file cannot be read: the rest is still worth storing.
      return false;
    }
  }

  async function drop(id: string): Promise<void> {
    bytes.delete(id);
    await db.delete('uploads', id);
    await db.delete('files', id);
  }

  return {
    remember: (account, entries) =>
      inTurn(async () => {
        for (const [index, entry] of entries.entries()) {
          const { id, name, size, uploadUrl, target, state, waitsFor } = entry;
          if (state === 'done' || state === 'cancelled') continue;
          const { url, fields, headers } = target;
          await db.put('uploads', {
            ...{ id, page, account, name, size, uploadUrl, order: Date.now() + index / 1000 },
            target: { url, ...(fields === undefined ? {} : { fields }), ...(headers === undefined ? {} : { headers }) },
            paused: state === 'paused' && waitsFor === null,
          });
          entry.setKept(await keepFile(id, entry.file));
        }
      }),

    note: (id, facts) =>
      inTurn(async () => {
        const record = await db.get('uploads', id);
        if (record !== undefined) await db.put('uploads', { ...record, ...facts });
      }),

    forget: (ids) =>
      inTurn(async () => {
        for (const id of ids) await drop(id);
      }),

    forgetAll: () =>
      inTurn(async () => {
        bytes.clear();
        await db.clear('uploads');
        await db.clear('files');
      }),

    adopt: (account) =>
      inTurn(async () => {
        const adopted: AdoptedUpload[] = [];
        const pages = new Set((await db.getAll('uploads')).map((record) => record.page));
        for (const other of pages) {
          const take = async (): Promise<void> => {
            for (const record of await db.getAll('uploads')) {
              if (record.page !== other) continue;
              if (record.account !== account) {
                await drop(record.id);
                continue;
              }
              const file = (await db.get('files', record.id)) ?? null;
              if (file !== null) bytes.set(record.id, file.size);
              await db.put('uploads', { ...record, page });
              adopted.push({ ...record, page, file });
            }
          };
          if (other === page) await take();
          else {
            // An open page holds its lock; if two pages request the lock of a closed one, only one gets it.
            await navigator.locks.request(lockOf(other), { ifAvailable: true }, async (lock) => {
              if (lock !== null) await take();
            });
          }
        }
        return adopted.sort((a, b) => a.order - b.order);
      }),

    count: () => inTurn(() => db.count('uploads')),

    async close() {
      await last;
      db.close();
      release();
    },
  };
}

/** Holds a lock for the life of the page. @returns releases it, once it is held */
function holdLock(name: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, () => new Promise<void>((release) => resolve(() => release())))
      .catch((error: unknown) => reject(error instanceof Error ? error : new Error(String(error))));
  });
}
