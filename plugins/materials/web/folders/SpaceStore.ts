import { makeAutoObservable, observableRef, reaction } from 'mobx';

import { readFileCapacity } from '#core/contract/account-calls.ts';
import type { CallData } from '#core/contract/call.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { SESSION, type Session } from '#core/web/session/session.ts';

const SOON_MILLISECONDS = 1500;
/** From here on it is worth a word. */
const NEARLY_FULL = 0.9;

/** How much of the account's space is used. */
export class SpaceStore {
  /** Null until it was read; an old one stays when it cannot be. */
  private capacity: CallData<typeof readFileCapacity> | null = null;
  private followers = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) events: Events,
    @inject(SESSION) private readonly session: Session,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    makeAutoObservable<this, 'http' | 'session' | 'context' | 'capacity' | 'followers' | 'timer'>(
      this,
      {
        ...{ http: false, session: false, context: false, followers: false, timer: false },
        capacity: observableRef,
      },
      { autoBind: true },
    );
    context.own(events.on('materials.changed', this.loadSoon, this.loadSoon));
    // Another tier has another limit.
    context.own(reaction(() => session.level, this.loadSoon));
  }

  get isRead(): boolean {
    return this.capacity !== null;
  }

  /** Bytes. */
  get used(): number {
    return this.capacity?.fdUsedSize ?? 0;
  }

  /** Bytes; null without a limit. */
  get total(): number | null {
    const total = this.capacity?.fdTotalSize ?? 0;
    return total === 0 ? null : total;
  }

  /** Bytes; never below 0. */
  get left(): number {
    return this.total === null ? Infinity : Math.max(0, this.total - this.used);
  }

  /** 0 to 1. */
  get share(): number {
    return this.total === null ? 0 : Math.min(1, this.used / this.total);
  }

  get isLow(): boolean {
    return this.share >= NEARLY_FULL;
  }

  get isFull(): boolean {
    return this.left === 0;
  }

  follow(): () => void {
    this.followers += 1;
    void this.load();
    return () => {
      this.followers -= 1;
    };
  }

  dispose(): void {
    clearTimeout(this.timer);
  }

  private loadSoon(): void {
    if (this.followers > 0) this.timer ??= setTimeout(() => void this.load(), SOON_MILLISECONDS);
  }

  private async load(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    try {
      this.take(await this.http.call(readFileCapacity, {}, { handlesErrors: true }));
    } catch (error) {
      // The server refuses what does not fit whether this is shown or not.
      if (!this.context.signal.aborted) this.context.log.warn('the space used could not be read', error);
    }
  }

  private take(capacity: CallData<typeof readFileCapacity>): void {
    this.capacity = capacity;
  }
}
