import { makeAutoObservable, reaction } from 'mobx';

import { readFileCapacity } from '#core/contract/account-calls.ts';
import type { CallData } from '#core/contract/call.ts';
import { taskEventSchema } from '#core/contract/task-calls.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { Reading } from '#core/web/reading/Reading.ts';
import type { Undo } from '#core/web/scope.ts';
import { SESSION, type Session } from '#core/web/session/session.ts';

const PAUSE_MILLISECONDS = 3000;
/** From here on it is worth a word. */
const NEARLY_FULL = 0.9;

/** How much of the account's space is used. */
export class SpaceStore {
  readonly reading: Reading<CallData<typeof readFileCapacity>>;

  constructor(
    @inject(HTTP) http: Http,
    @inject(EVENTS) private readonly events: Events,
    @inject(SESSION) private readonly session: Session,
  ) {
    this.reading = new Reading((signal) => http.call(readFileCapacity, {}, { signal, handlesErrors: true }));
    makeAutoObservable<this, 'events' | 'session'>(
      this,
      { events: false, session: false, reading: false },
      { autoBind: true },
    );
  }

  /** Bytes. */
  get used(): number {
    return this.reading.value?.fdUsedSize ?? 0;
  }

  /** Bytes; null without a limit. */
  get total(): number | null {
    const total = this.reading.value?.fdTotalSize ?? 0;
    return total === 0 ? null : total;
  }

  /** 0 to 1. */
  get share(): number {
    return this.total === null ? 0 : Math.min(1, this.used / this.total);
  }

  get isLow(): boolean {
    return this.share >= NEARLY_FULL;
  }

  /** Reads and follows it until it is undone. */
  follow(): Undo {
    const soon = (): void => this.reading.loadWithin(PAUSE_MILLISECONDS);
    const undos = [
      this.events.on('task', (data) => taskEventSchema.safeParse(data).data?.state === 'succeeded' && soon(), soon),
      // Another tier has another limit.
      reaction(() => this.session.level, soon),
      () => this.reading.stop(),
    ];
    void this.reading.load();
    return () => {
      for (const undo of undos) void undo();
    };
  }

  dispose(): void {
    this.reading.stop();
  }
}
