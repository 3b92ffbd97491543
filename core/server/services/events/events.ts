import type { EventAudience, EventDefinition, EventMessage } from '#core/contract/event.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

/** A change to an account's data, as sent to open browsers. */
export interface ServerEvent {
  /** Increases over time; a browser sends the last one it saw to catch up. Empty for an event that is not kept. */
  id: string;
  accountId: string;
  /** Name from the event's declaration. */
  topic: string;
  data: unknown;
}

/** Publishes events to every API node, and through them to every open browser of an account. */
export interface ServerEvents {
  /**
   * Publishes an event when the transaction commits, to the audience of the event's declaration. It is kept for
   * catching up.
   * @throws what `event.data` throws for invalid data
   * @example await ctx.events.publish(tx, projectSaved, { accountId, data: { projectId, revision } });
   */
  publish<D, A extends EventAudience>(tx: Tx, event: EventDefinition<D, A>, message: EventMessage<D, A>): Promise<void>;
  /** Publishes an event at once and without keeping it: for progress and the like. */
  hint<D, A extends EventAudience>(event: EventDefinition<D, A>, message: EventMessage<D, A>): Promise<void>;
  /**
   * Subscribes to the events of one account until the signal is aborted, including those for everybody, and
   * those for operators while `isOperator` returns true. An event `resyncNeeded` means that some were lost.
   */
  subscribe(
    accountId: string,
    listener: (event: ServerEvent) => void,
    signal: AbortSignal,
    isOperator?: () => boolean,
  ): void;
  /** Kept events after `lastId`, oldest first; null when they have been removed and everything must be reloaded. */
  since(accountId: string, lastId: string, isOperator?: boolean): Promise<ServerEvent[] | null>;
  /** Kept events of the last so many milliseconds, oldest first; null when there were too many. */
  recent(accountId: string, milliseconds: number, isOperator?: boolean): Promise<ServerEvent[] | null>;
}
