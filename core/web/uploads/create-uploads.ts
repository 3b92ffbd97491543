import { makeAutoObservable, observable, observableRef, runInAction } from 'mobx';

import type { MessageKey } from '#core/contract/message-keys.ts';

import { baseHeaders } from '../http/create-http.ts';
import { HttpFailure } from '../http/http.ts';
import type { TellFailure } from '../http/tell-failure.ts';
import { sendUpload, UploadRefusal, type SendUpload } from './send-upload.ts';
import type { UploadItem, Uploads, UploadTarget } from './uploads.ts';

/** How many files are on their way at once. */
export const AT_ONCE = 3;

export interface UploadsDependencies {
  token(): string | null;
  language(): string;
  text(key: MessageKey): string;
  tell: TellFailure;
  request?: SendUpload['request'];
  isOnline?: () => boolean;
}

/** {@link Uploads} that can be let go of. */
export interface UploadsService extends Uploads {
  dispose(): void;
}

/** Makes the queue of uploads: three at once, the rest in the order in which they came. */
export function createUploads(dependencies: UploadsDependencies): UploadsService {
  const { isOnline = () => navigator.onLine } = dependencies;
  const items = observable.array<Item>([], { deep: false });
  let count = 0;

  function next(): void {
    const running = items.filter(({ state }) => state === 'uploading').length;
    for (const item of items.filter(({ state }) => state === 'queued').slice(0, AT_ONCE - running)) void send(item);
  }

  async function send(item: Item): Promise<void> {
    const token = dependencies.token();
    const signal = item.begin();
    try {
      const result = await sendUpload({
        file: item.file,
        target: item.target,
        headers: baseHeaders(token, dependencies.language()),
        signal,
        progress: item.setProgress,
        request: dependencies.request,
      });
      item.succeed(result);
    } catch (error) {
      fail(item, error, token);
    }
    next();
  }

  function fail(item: Item, error: unknown, token: string | null): void {
    const facts = error instanceof UploadRefusal ? error.facts : undefined;
    if (facts?.kind === 'cancelled') {
      item.end('cancelled', null);
    } else if (facts?.kind === 'network' && !isOnline()) {
      item.end('paused', dependencies.text('shell:error.upload-offline'));
    } else {
      const message =
        facts === undefined || facts.message === '' ? dependencies.text('shell:error.upload') : facts.message;
      item.end('failed', message);
      dependencies.tell(new HttpFailure(message, { ...(facts ?? { kind: 'refused' }), cause: error }), {
        handlesErrors: false,
        token,
      });
    }
  }

  const online = () => {
    for (const item of items) if (item.state === 'paused') item.queue();
    next();
  };
  globalThis.addEventListener('online', online);

  return {
    items,
    add(files, target) {
      const added = files.map((file) => {
        count += 1;
        return new Item(`upload-${count}`, file, target, next);
      });
      runInAction(() => items.push(...added));
      next();
      return added;
    },
    async finished(item) {
      const own = items.find(({ id }) => id === item.id);
      if (own === undefined) throw new TypeError(`there is no upload "${item.id}"`);
      return await own.settled();
    },
    clearDone: () =>
      runInAction(() => items.replace(items.filter(({ state }) => state !== 'done' && state !== 'cancelled'))),
    dispose() {
      globalThis.removeEventListener('online', online);
      for (const item of items) item.cancel();
    },
  };
}

class Item implements UploadItem {
  state: UploadItem['state'] = 'queued';
  progress = 0;
  error: string | null = null;
  result: unknown = null;

  private sending: AbortController | null = null;
  private outcome = outcome();

  constructor(
    readonly id: string,
    readonly file: File,
    readonly target: UploadTarget,
    private readonly queued: () => void,
  ) {
    makeAutoObservable<this, 'sending' | 'outcome' | 'queued' | 'settled'>(
      this,
      {
        id: false,
        file: false,
        target: false,
        result: observableRef,
        sending: false,
        outcome: false,
        queued: false,
        settled: false,
      },
      { autoBind: true },
    );
  }

  cancel(): void {
    if (this.state === 'uploading') this.sending?.abort();
    else if (this.state === 'queued' || this.state === 'paused') this.end('cancelled', null);
  }

  retry(): void {
    if (this.state !== 'failed' && this.state !== 'cancelled') return;
    this.outcome = outcome();
    this.queue();
    this.queued();
  }

  queue(): void {
    this.state = 'queued';
    this.progress = 0;
    this.error = null;
  }

  begin(): AbortSignal {
    this.sending = new AbortController();
    this.state = 'uploading';
    return this.sending.signal;
  }

  setProgress(part: number): void {
    // Progress never jumps back.
    this.progress = Math.max(this.progress, Math.min(1, part));
  }

  succeed(result: unknown): void {
    this.progress = 1;
    this.result = result;
    this.state = 'done';
    this.outcome.resolve(result);
  }

  end(state: 'failed' | 'cancelled' | 'paused', error: string | null): void {
    this.state = state;
    this.error = error;
    if (state === 'failed') this.outcome.reject(new HttpFailure(error ?? '', { kind: 'refused' }));
    if (state === 'cancelled') this.outcome.reject(new HttpFailure('', { kind: 'cancelled' }));
  }

  async settled(): Promise<unknown> {
    return await this.outcome.promise;
  }
}

function outcome() {
  let resolve: (result: unknown) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<unknown>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // Nobody has to wait for it: the item itself says how it ended.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
