import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

import { randomUuid } from '../random-uuid.ts';
import type { UploadEntry } from './UploadEntry.ts';
import type { UploadTarget } from './uploads.ts';

/** An upload as this browser remembers it. */
export interface JournaledUpload {
  id: string;
  /** The page that has it: the name of a lock that it holds as long as it lives. */
  page: string;
  /** Whose it is. */
  account: string;
  target: Pick<UploadTarget, 'url' | 'fields' | 'headers'>;
  name: string;
  size: number;
  uploadUrl: string | null;
  /** By the user. */
  paused: boolean;
  /** When it was added: of those of one page, the order. */
  order: number;
}

/** One that a page left which is no more. */
export interface AdoptedUpload extends JournaledUpload {
  /** Null when its bytes were too many to keep. */
  file: File | null;
}

/** What this browser remembers of uploads, so that they go on after a reload. */
export interface JournalDatabase {
  /** Remembers entries of an account; {@link UploadEntry.kept} says which of them would lose nothing. */
  remember(account: string, entries: readonly UploadEntry[]): Promise<void>;
  note(id: string, facts: Partial<Pick<JournaledUpload, 'uploadUrl' | 'paused'>>): Promise<void>;
  forget(ids: readonly string[]): Promise<void>;
  /** Forgets everything, also of other pages. */
  forgetAll(): Promise<void>;
  /** Takes over what pages left that are no more; what is not of this account is forgotten. */
  adopt(account: string): Promise<AdoptedUpload[]>;
  /** How many are remembered, those of other pages included. */
  count(): Promise<number>;
  /** Lets go of everything: another page may adopt it. */
  close(): Promise<void>;
}

interface Schema extends DBSchema {
  uploads: { key: string; value: JournaledUpload };
  /** By the upload's id; apart, for the browser copies a file's bytes with every write. */
  files: { key: string; value: File };
}

const NAME = 'reelport-uploads';
/**
 * One file, and all of one page together, may take so many bytes of the browser's space; a larger one is asked for
 * again after a reload.
 */
const LARGEST_FILE = 256 * 1024 * 1024;
const MOST_BYTES = 2 * 1024 * 1024 * 1024;

/** Opens the memory; null in a browser without a database or locks, such as one that is told to forget. */
export async function openJournalDatabase(): Promise<JournalDatabase | null> {
  if (!('indexedDB' in globalThis) || !('locks' in navigator)) return null;
  const page = randomUuid();
  const lockOf = (name: string): string => `${NAME}/${name}`;
  let db: IDBPDatabase<Schema>;
  let letGo: () => void;
  try {
    db = await openDB<Schema>(NAME, 1, {
      upgrade(made) {
        made.createObjectStore('uploads', { keyPath: 'id' });
        made.createObjectStore('files');
      },
    });
    letGo = await holdLock(lockOf(page));
  } catch {
    return null;
  }
  const bytes = new Map<string, number>();
  // One after the other: what is forgotten must not come back with a slower write.
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
    if (file.size > LARGEST_FILE || taken + file.size > MOST_BYTES) return false;
    try {
      await db.put('files', file, id);
      bytes.set(id, file.size);
      return true;
    } catch {
      // No room left, or a file that cannot be read: the rest is worth remembering all the same.
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
          const { id, name, size, uploadUrl, target, state, waitsForNetwork } = entry;
          if (state === 'done' || state === 'cancelled') continue;
          const { url, fields, headers } = target;
          await db.put('uploads', {
            ...{ id, page, account, name, size, uploadUrl, order: Date.now() + index / 1000 },
            target: { url, ...(fields === undefined ? {} : { fields }), ...(headers === undefined ? {} : { headers }) },
            paused: state === 'paused' && !waitsForNetwork,
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
            // A page that lives holds its lock; of two that ask for a dead one's, one gets it.
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
      letGo();
    },
  };
}

/** Holds a lock for as long as the page lives. @returns lets it go, once it is held */
function holdLock(name: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, () => new Promise<void>((letGo) => resolve(() => letGo())))
      .catch((error: unknown) => reject(error instanceof Error ? error : new Error(String(error))));
  });
}
