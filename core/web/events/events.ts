import type { Undo } from '../scope.ts';
import { token } from '../token.ts';

/** What happened to the account's data, told by the server within a second. Observable. */
export interface Events {
  readonly connected: boolean;
  /** `off` while nobody is logged in; `lost` from the first failure until it is open again. */
  readonly connection: 'off' | 'connecting' | 'open' | 'lost';
  /**
   * Hears a topic, `task` or `mixing.run`. After a lost connection missed events follow; where they are gone,
   * `onResync` says that everything must be read anew.
   */
  on(topic: string, listener: (data: unknown) => void, onResync?: () => void): Undo;
}

export const EVENTS = token<Events>('events', 1);
