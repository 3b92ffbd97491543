import { taskChanged, tiersChanged } from '#core/contract/kernel-events.ts';

import { createScope } from '../create-scope.ts';
import type { Events } from '../events/events.ts';
import type { Http } from '../http/http.ts';
import { eventTrigger } from '../live/event-trigger.ts';
import { LiveValue } from '../live/LiveValue.ts';
import { observableStore } from '../observable-store.ts';
import type { Undo } from '../scope.ts';
import type { Session } from '../session/session.ts';
import type { AccountSpace } from './space.ts';

/** `data` of `readFileCapacity`, whose schema is left out of the start-up bundle. Bytes; total 0 means no limit. */
interface Capacity {
  fdTotalSize: number;
  fdUsedSize: number;
}

/** From this share on the user is warned. */
const NEARLY_FULL = 0.9;

/** The kernel's implementation of {@link AccountSpace}. */
export class FollowedSpace implements AccountSpace {
  private readonly capacity: LiveValue<Capacity>;
  readonly #scope = createScope('space');

  constructor({ http, events, session }: { http: Http; events: Events; session: Pick<Session, 'user' | 'level'> }) {
    this.capacity = new LiveValue(
      this.#scope,
      (signal) =>
        http.send<Capacity>({ method: 'GET', path: '/api/account/ossFileCapacity', handlesErrors: true, signal }),
      {
        events,
        follows: [eventTrigger(taskChanged, ({ state }) => state === 'succeeded'), eventTrigger(tiersChanged)],
        of: () => session.user?.id,
        watch: () => session.level,
      },
    );
    observableStore(this);
  }

  get isRead(): boolean {
    return this.capacity.value !== null;
  }

  get failure(): { error: unknown } | null {
    return this.capacity.failure;
  }

  get used(): number {
    return this.capacity.value?.fdUsedSize ?? 0;
  }

  get total(): number | null {
    const total = this.capacity.value?.fdTotalSize ?? 0;
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
    return this.capacity.follow();
  }

  refresh(): void {
    this.capacity.refresh();
  }

  load(): Promise<void> {
    return this.capacity.load();
  }

  async dispose(): Promise<void> {
    await this.#scope.dispose();
  }
}
