import { makeAutoObservable, reaction } from 'mobx';

import { taskChanged } from '#core/contract/kernel-events.ts';

import type { Events } from '../events/events.ts';
import type { Http } from '../http/http.ts';
import { Reading } from '../reading/Reading.ts';
import type { Undo } from '../scope.ts';
import type { Session } from '../session/session.ts';
import type { AccountSpace } from './space.ts';

/** `data` of `readFileCapacity`; its schema stays out of the start. Bytes; a total of 0 is no limit. */
interface Capacity {
  fdTotalSize: number;
  fdUsedSize: number;
}

const PAUSE_MILLISECONDS = 1_500;
/** From here on it is worth a word. */
const NEARLY_FULL = 0.9;

/** The kernel's {@link AccountSpace}. */
export class FollowedSpace implements AccountSpace {
  private readonly reading: Reading<Capacity>;
  private readonly events: Events;
  private readonly session: Pick<Session, 'user' | 'level'>;
  private followers = 0;
  private undos: readonly Undo[] = [];

  constructor({ http, events, session }: { http: Http; events: Events; session: Pick<Session, 'user' | 'level'> }) {
    this.events = events;
    this.session = session;
    this.reading = new Reading((signal) =>
      http.send<Capacity>({ method: 'GET', path: '/api/account/ossFileCapacity', handlesErrors: true, signal }),
    );
    makeAutoObservable<this, 'reading' | 'events' | 'session' | 'followers' | 'undos'>(
      this,
      { reading: false, events: false, session: false, followers: false, undos: false },
      { autoBind: true },
    );
  }

  get isRead(): boolean {
    return this.reading.value !== null;
  }

  get failure(): { error: unknown } | null {
    return this.reading.failure;
  }

  get used(): number {
    return this.reading.value?.fdUsedSize ?? 0;
  }

  get total(): number | null {
    const total = this.reading.value?.fdTotalSize ?? 0;
    return total === 0 ? null : total;
  }

  get left(): number {
    return this.total === null ? Infinity : Math.max(0, this.total - this.used);
  }

  get share(): number {
    return this.total === null ? 0 : Math.min(1, this.used / this.total);
  }

  get isLow(): boolean {
    return this.share >= NEARLY_FULL;
  }

  get isFull(): boolean {
    return this.left === 0;
  }

  follow(): Undo {
    this.followers += 1;
    if (this.followers === 1) this.begin();
    let undone = false;
    return () => {
      if (undone) return;
      undone = true;
      this.followers -= 1;
      if (this.followers === 0) this.dispose();
    };
  }

  refresh(): void {
    if (this.followers > 0) this.reading.loadWithin(PAUSE_MILLISECONDS);
  }

  load(): Promise<void> {
    return this.reading.load();
  }

  dispose(): void {
    this.reading.stop();
    for (const undo of this.undos) void undo();
    this.undos = [];
  }

  private begin(): void {
    this.undos = [
      this.events.on(taskChanged, ({ state }) => state === 'succeeded' && this.refresh(), this.refresh),
      reaction(() => this.session.level, this.refresh),
      // Another account has another space.
      reaction(
        () => this.session.user?.id,
        (id) => {
          this.reading.clear();
          if (id !== undefined) void this.load();
        },
      ),
    ];
    void this.load();
  }
}
