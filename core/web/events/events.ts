import type { EventDefinition } from '#core/contract/event.ts';

import type { Undo } from '../scope.ts';
import { token } from '../token.ts';

/** What happened to the account's data, told by the server within a second. Observable. */
export interface Events {
  readonly connected: boolean;
  /** `off` while nobody is logged in; `lost` from the first failure until it is open again. */
  readonly connection: 'off' | 'connecting' | 'open' | 'lost';
  /**
   * Hears an event, with what it carries. After a lost connection missed events follow; where they are gone, or an
   * event carries what cannot be read, `onResync` says that everything must be read anew.
   * @example events.on(projectSaved, ({ projectId }) => this.readSoon(projectId), this.readAll);
   */
  on<D>(event: EventDefinition<D>, listener: (data: D) => void, onResync?: () => void): Undo;
}

export const EVENTS = token<Events>('events', 1);
