import type { EventAudience, EventDefinition, EventMessage } from '#core/contract/event.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

/** Something that happened to an account's data, as open browsers hear of it. */
export interface ServerEvent {
  /** Rises by time; a browser sends the last one it saw to catch up. Empty for a hint. */
  id: string;
  accountId: string;
  /** Of the event's declaration. */
  topic: string;
  data: unknown;
}

/** Tells every api node, and through them every open browser of an account. */
export interface Events {
  /**
   * Goes out when the transaction commits, to whom the event's declaration says, and stays readable for catching up.
   * @throws what `event.data` throws for other data than the event carries
   * @example await ctx.events.publish(tx, projectSaved, { accountId, data: { projectId, revision } });
   */
  publish<D, A extends EventAudience>(tx: Tx, event: EventDefinition<D, A>, message: EventMessage<D, A>): Promise<void>;
  /** The same at once and without being kept: progress and the like. */
  hint<D, A extends EventAudience>(event: EventDefinition<D, A>, message: EventMessage<D, A>): Promise<void>;
  /**
   * Hears the events of one account until the signal fires, those for everybody, and those for operators while
   * `isOperator` says so. An event `resyncNeeded` says that some were lost.
   */
  subscribe(
    accountId: string,
    listener: (event: ServerEvent) => void,
    signal: AbortSignal,
    isOperator?: () => boolean,
  ): void;
  /** Kept events after `lastId`, oldest first; null when they are gone and everything must be read anew. */
  since(accountId: string, lastId: string, isOperator?: boolean): Promise<ServerEvent[] | null>;
}
