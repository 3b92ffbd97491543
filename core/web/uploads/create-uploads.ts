import { observable, reaction, runInAction } from 'mobx';

import type { MessageKey } from '#core/contract/message-keys.ts';

import { baseHeaders } from '../http/create-http.ts';
import { HttpFailure } from '../http/http.ts';
import type { ShowFailure } from '../http/error-catalogue.ts';
import type { BrowserStorage } from '../storage/storage.ts';
import { createUploadJournal } from './upload-journal.ts';
import type { Ending, SendDependencies, sendEntry as SendEntry } from './send-entry.ts';
import type { AdoptedUpload, JournalDatabase } from './journal-database.ts';
import { UploadEntry, type EntryActions, type Wait } from './UploadEntry.ts';
import type { UploadItem, Uploads } from './uploads.ts';

/** How many files are uploaded at once. */
export const AT_ONCE = 3;
/** How often a server whose disk is full is tried again, in milliseconds. */
const ROOM_MILLISECONDS = 30_000;

export interface UploadsDependencies extends Pick<SendDependencies, 'request' | 'stack' | 'delays' | 'hash'> {
  token(): string | null;
  language(): string;
  text(key: MessageKey): string;
  tell: ShowFailure;
  storage: BrowserStorage;
  /** Called when a listener fails. */
  report(error: unknown): void;
  isOnline?: () => boolean;
  /** Opens the database that stores uploads; this browser's own by default. */
  openDatabase?: () => Promise<JournalDatabase | null>;
  /** Resolves when the page is idle. */
  idle?: () => Promise<void>;
}

/** {@link Uploads} including the methods reserved for the kernel. */
export interface UploadsService extends Uploads {
  /**
   * Follows the session. When a user logs in, their unfinished uploads resume. With null, running uploads stop, and
   * stay stored until the same user comes back.
   * @returns resolves when the stored uploads are on the list
   */
  follow(account: string | null): Promise<void>;
  /** The user is about to log out: cancels all uploads, here and on the server, and forgets them. */
  forget(): Promise<void>;
  dispose(): void;
}

/** Creates the upload queue: three at once, the rest in the order in which they were added. */
export function createUploads(dependencies: UploadsDependencies): UploadsService {
  const { isOnline = () => navigator.onLine, idle = whenIdle, text } = dependencies;
  const items = observable.array<UploadEntry>([], { deep: false });
  const listeners = new Set<{ url: string; done: (result: unknown, item: UploadItem) => void }>();
  /** Uploads that finished before anybody listened. */
  const unheard: UploadEntry[] = [];
  const journal = createUploadJournal(dependencies);
  const headers = () => baseHeaders(dependencies.token(), dependencies.language());
  const sending: SendDependencies = {
    ...dependencies,
    ...{ headers, isOnline, opened: ({ id, uploadUrl }) => journal.note(id, { uploadUrl }) },
  };
  let account: string | null = null;
  /** The next try after the server had no room. */
  let asking: ReturnType<typeof setTimeout> | undefined;

  function next(): void {
    let free = AT_ONCE - items.filter(({ isRunning }) => isRunning).length;
    for (const entry of items) {
      if (free <= 0) return;
      if (entry.state !== 'queued') continue;
      free -= 1;
      void send(entry);
    }
  }

  async function send(entry: UploadEntry): Promise<void> {
    const { file, target } = entry;
    if (file === null) {
      entry.waitForFile(text('shell:uploads.choose-again'));
      return;
    }
    const token = dependencies.token();
    const asks = target.claim !== undefined && !entry.restored && entry.uploadUrl === null;
    const ending = await attempt(entry, file, entry.begin(asks ? 'checking' : 'uploading'));
    if (ending.kind === 'done') {
      entry.succeed(ending.result);
      journal.forget([entry]);
      tellDone(entry);
    } else if (ending.kind === 'offline') {
      entry.pauseNow(text('shell:error.upload-offline'), 'network');
    } else if (ending.kind === 'full') {
      entry.pauseNow(text('shell:error.upload-full'), 'room');
      asking ??= setTimeout(askForRoom, ROOM_MILLISECONDS);
    } else if (ending.kind === 'failed') {
      const { message, isFinal, isRefused, facts, cause } = ending;
      if (isFinal) {
        entry.uploadUrl = null;
        journal.forget([entry]);
      }
      entry.end('failed', message, isRefused);
      // With several files, an error is shown beside its file.
      const handlesErrors = entry.isResumable;
      if (facts !== undefined)
        dependencies.tell(new HttpFailure(message, { ...facts, cause }), { handlesErrors, token });
    }
    next();
  }

  /** The code that sends files is fetched with the first one: most pages never need it. */
  async function attempt(entry: UploadEntry, file: File, signal: AbortSignal): Promise<Ending> {
    let sendEntry: typeof SendEntry;
    try {
      ({ sendEntry } = await import(/* webpackChunkName: "send" */ './send-entry.ts'));
    } catch (cause) {
      if (signal.aborted) return { kind: 'stopped' };
      if (!isOnline()) return { kind: 'offline' };
      return { kind: 'failed', message: text('shell:error.network'), isFinal: false, isRefused: false, cause };
    }
    return await sendEntry(entry, file, signal, sending);
  }

  function tellDone(entry: UploadEntry): void {
    const { done, url } = entry.target;
    if (done !== undefined) {
      hear(done, entry);
      return;
    }
    const hearing = [...listeners].filter((listener) => listener.url === url);
    for (const listener of hearing) hear(listener.done, entry);
    if (hearing.length === 0 && entry.restored) unheard.push(entry);
  }

  function hear(done: (result: unknown, item: UploadItem) => void, entry: UploadEntry): void {
    try {
      done(entry.result, entry);
    } catch (error) {
      dependencies.report(error);
    }
  }

  async function removeFromServer(urls: readonly string[]): Promise<void> {
    if (urls.length === 0) return;
    const sent = headers();
    const { removeUpload } = await import(/* webpackChunkName: "send" */ './send-resumable.ts');
    await Promise.all(urls.map((url) => removeUpload(url, sent, dependencies.stack)));
  }

  /** Stops all uploads and removes them from the list. @returns their addresses on the server */
  function leave(): string[] {
    const urls = items.flatMap(({ uploadUrl, state }) => (uploadUrl === null || state === 'done' ? [] : [uploadUrl]));
    runInAction(() => {
      const all = items.slice();
      items.clear();
      unheard.length = 0;
      for (const entry of all) {
        if (entry.state !== 'done' && entry.state !== 'cancelled') entry.end('cancelled', null);
        entry.stop();
      }
    });
    return urls;
  }

  const actions: EntryActions = {
    pause(entry) {
      if (!entry.isResumable || !(entry.isRunning || entry.state === 'queued')) return;
      entry.pauseNow(null, null);
      entry.stop();
      journal.note(entry.id, { paused: true });
      next();
    },
    resume(entry, file) {
      if (entry.state === 'paused') {
        entry.queue();
        journal.note(entry.id, { paused: false });
      } else if (entry.state === 'waiting' && file !== undefined) {
        if (file.name !== entry.name || file.size !== entry.size) {
          entry.waitForFile(text('shell:uploads.other-file'));
          return;
        }
        entry.queue({ file });
        journal.remember(account, [entry]);
      }
      next();
    },
    cancel(entry) {
      if (entry.state === 'done' || entry.state === 'cancelled') return;
      if (entry.isRefused) runInAction(() => items.remove(entry));
      const { uploadUrl } = entry;
      entry.uploadUrl = null;
      entry.end('cancelled', null);
      entry.stop();
      journal.forget([entry]);
      if (uploadUrl !== null) void removeFromServer([uploadUrl]);
      next();
    },
    retry(entry) {
      if ((entry.state !== 'failed' && entry.state !== 'cancelled') || entry.isRefused) return;
      entry.queue({ anew: true });
      journal.remember(account, [entry]);
      next();
    },
  };

  function restore({ file, paused, target, id, name, size, uploadUrl }: AdoptedUpload): UploadEntry {
    const state = paused ? 'paused' : 'queued';
    const facts = { id, name, size, uploadUrl, file, state, target: { ...target, resumable: true } } as const;
    const entry = new UploadEntry({ ...facts, restored: true }, actions);
    if (file === null) entry.waitForFile(text('shell:uploads.choose-again'));
    else entry.setKept(true);
    return entry;
  }

  const goOn = (wait: Wait): void => {
    for (const entry of items) if (entry.state === 'paused' && entry.waitsFor === wait) entry.queue();
    next();
  };
  const online = (): void => goOn('network');
  function askForRoom(): void {
    asking = undefined;
    goOn('room');
  }
  const offline = (): void => {
    for (const entry of items) {
      if (!entry.isResumable || !entry.isRunning) continue;
      entry.pauseNow(text('shell:error.upload-offline'), 'network');
      entry.stop();
    }
  };
  globalThis.addEventListener('online', online);
  globalThis.addEventListener('offline', offline);
  const stopAsking = askBeforeLeaving(() =>
    items.some(
      ({ kept, isRunning, state, waitsFor }) => !kept && (isRunning || state === 'queued' || waitsFor !== null),
    ),
  );

  return {
    items,
    add(files, target) {
      const waiting = items.filter(({ state, target: { url } }) => state === 'waiting' && url === target.url);
      const made: UploadEntry[] = [];
      const added = files.map((file) => {
        const at = waiting.findIndex(({ name, size }) => name === file.name && size === file.size);
        const [again] = at < 0 ? [] : waiting.splice(at, 1);
        if (again !== undefined) {
          again.resume(file);
          return again;
        }
        const entry = new UploadEntry({ id: entryId(), name: file.name, size: file.size, file, target }, actions);
        made.push(entry);
        return entry;
      });
      runInAction(() => items.push(...made));
      next();
      journal.remember(account, made);
      return added;
    },
    async finished(item) {
      const own = items.find(({ id }) => id === item.id);
      if (own === undefined) throw new TypeError(`there is no upload "${item.id}"`);
      return await own.settled();
    },
    clearDone: () =>
      runInAction(() =>
        items.replace(items.filter(({ state, isRefused }) => state !== 'done' && state !== 'cancelled' && !isRefused)),
      ),
    listen(url, done) {
      const listener = { url, done };
      listeners.add(listener);
      for (const entry of unheard.filter(({ target }) => target.url === url)) {
        unheard.splice(unheard.indexOf(entry), 1);
        hear(done, entry);
      }
      return () => void listeners.delete(listener);
    },
    async follow(id) {
      if (id === account) return;
      const isOther = account !== null;
      account = id;
      if (isOther) leave();
      if (id === null || !journal.hasAny) return;
      await idle();
      if (account !== id) return;
      const adopted = await journal.adopt(id);
      // Another user has logged in since; their own uploads are loaded separately.
      if (account !== id) return;
      runInAction(() => items.push(...adopted.map(restore)));
      next();
    },
    async forget() {
      account = null;
      await Promise.all([removeFromServer(leave()), journal.forgetAll()]);
    },
    dispose() {
      clearTimeout(asking);
      globalThis.removeEventListener('online', online);
      globalThis.removeEventListener('offline', offline);
      stopAsking();
      leave();
      void journal.close();
    },
  };
}

/** Works without a secure context, where browsers generate no UUIDs. */
function entryId(): string {
  const parts = crypto.getRandomValues(new Uint32Array(4));
  return `upload-${Array.from(parts, (part) => part.toString(36)).join('')}`;
}

function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 3_000 });
    else setTimeout(resolve, 1_000);
  });
}

/** Makes the browser ask before the page is left while uploads would be lost. */
function askBeforeLeaving(wouldLose: () => boolean): () => void {
  const ask = (event: Event): void => event.preventDefault();
  const stop = reaction(wouldLose, (loses) => {
    // Pages with this listener are excluded from the back/forward cache.
    if (loses) globalThis.addEventListener('beforeunload', ask);
    else globalThis.removeEventListener('beforeunload', ask);
  });
  return () => {
    stop();
    globalThis.removeEventListener('beforeunload', ask);
  };
}
