import { HTTP, HttpFailure, type Http } from '#core/web/http/http.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';

import { listOutbox, type OutboxMessage } from '#plugins/account/calls.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { refusalOf } from '../parts/refusal.ts';

/** Milliseconds between two looks for new messages, while the page is seen. */
export const OUTBOX_EVERY = 3_000;
const PAGE_SIZE = 50;

/** Messages that were kept instead of sent, newest first; new ones come in by themselves. */
export class OutboxStore {
  /** Null until they were read. */
  messages: readonly OutboxMessage[] | null = null;
  total = 0;
  /** Why they could not be read: a sentence. */
  trouble: string | null = null;
  loadingMore = false;
  /** Ids of messages that came in while the page was open. */
  arrived: ReadonlySet<string> = new Set();

  private nextCursor: string | null = null;
  private reading = false;
  private timer: ReturnType<typeof setInterval> | null = null;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(I18N) private readonly i18n: I18n,
  ) {
    observableStore(this);
  }

  get hasMore(): boolean {
    return this.nextCursor !== null;
  }

  async open(): Promise<void> {
    this.shut();
    this.arrived = new Set();
    this.timer = setInterval(this.tick, OUTBOX_EVERY);
    await this.refresh();
  }

  shut(): void {
    if (this.timer !== null) {
      clearInterval(this.timer);
      this.timer = null;
    }
  }

  dispose(): void {
    this.shut();
  }

  /** Reads the newest ones, and keeps what was read before. */
  async refresh(): Promise<void> {
    if (this.reading) {
      return;
    }
    this.reading = true;
    try {
      const page = await this.http.call(listOutbox, { query: { limit: PAGE_SIZE } }, { handlesErrors: true });
      this.merge(page.items, page.total, page.nextCursor);
    } catch (error) {
      this.fail(error);
    } finally {
      this.endReading();
    }
  }

  async loadMore(): Promise<void> {
    if (this.loadingMore || this.nextCursor === null) {
      return;
    }
    this.loadingMore = true;
    try {
      const page = await this.http.call(
        listOutbox,
        { query: { limit: PAGE_SIZE, cursor: this.nextCursor } },
        { handlesErrors: true },
      );
      this.append(page.items, page.total, page.nextCursor);
    } catch (error) {
      this.fail(error);
    } finally {
      this.endLoadingMore();
    }
  }

  private tick(): void {
    if (document.visibilityState !== 'hidden') {
      void this.refresh();
    }
  }

  private merge(newest: readonly OutboxMessage[], total: number, nextCursor: string | null): void {
    const before = this.messages;
    this.total = total;
    this.trouble = null;
    if (before === null) {
      this.messages = newest;
      this.nextCursor = nextCursor;
      return;
    }
    const known = new Set(before.map((message) => message.id));
    const fresh = newest.filter((message) => !known.has(message.id));
    if (fresh.length === newest.length && newest.length > 0) {
      // None of them was known: between them and the old ones some may be missing.
      this.messages = newest;
      this.nextCursor = nextCursor;
    } else if (fresh.length > 0) {
      this.messages = [...fresh, ...before];
    }
    if (fresh.length > 0) {
      this.arrived = new Set([...this.arrived, ...fresh.map((message) => message.id)]);
    }
  }

  private append(older: readonly OutboxMessage[], total: number, nextCursor: string | null): void {
    const before = this.messages ?? [];
    const known = new Set(before.map((message) => message.id));
    this.messages = [...before, ...older.filter((message) => !known.has(message.id))];
    this.total = total;
    this.nextCursor = nextCursor;
    this.trouble = null;
  }

  private fail(error: unknown): void {
    const refusal = refusalOf(error, 'error', this.i18n.t('account:server-trouble'));
    this.trouble = refusal?.text ?? this.trouble;
    // Whoever may not look any more would be asked to log in again and again.
    if (error instanceof HttpFailure && (error.status === 401 || error.status === 403)) {
      this.shut();
    }
  }

  private endReading(): void {
    this.reading = false;
  }

  private endLoadingMore(): void {
    this.loadingMore = false;
  }
}
