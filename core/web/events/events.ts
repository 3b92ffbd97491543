import type { EventDefinition } from '#core/contract/event.ts';

import type { Undo } from '../scope.ts';
import { token } from '../token.ts';

/** Changes to the account's data, announced by the server within a second. Observable. */
export interface Events {
  readonly connected: boolean;
  /**
   * `off` while nobody is logged in; `lost` from the first failure until the connection is open again; `connecting` as
   * well while nobody sees the page, unless of all such pages of the browser it is the one that was left last.
   */
  readonly connection: 'off' | 'connecting' | 'open' | 'lost';
  /**
   * Listens to an event. After a lost connection, or when the page is seen again, missed events are delivered late; when
   * they are no longer available, or an event's data cannot be parsed, `onResync` is called and everything should be
   * reloaded.
   * @example events.on(projectSaved, ({ projectId }) => this.readSoon(projectId), this.readAll);
   */
  on<D>(event: EventDefinition<D>, listener: (data: D) => void, onResync?: () => void): Undo;
}

export const EVENTS = token<Events>('events', 1);
