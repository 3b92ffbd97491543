import type { Tx } from '#core/server/ground/database/database.ts';

/** Something that happened to an account's data, as open browsers hear of it. */
export interface ServerEvent {
  /** Rises by time; a browser sends the last one it saw to catch up. Empty for a hint. */
  id: string;
  accountId: string;
  /** Such as `task` or `mixing.run`; {@link RESYNC} when everything must be read anew. */
  topic: string;
  data: unknown;
}

/** Topic of the event that a listener gets when kept events were lost to it. */
export const RESYNC = 'resync';

/** Tells every api node, and through them every open browser of an account. */
export interface Events {
  /** Goes out when the transaction commits, and stays readable for catching up. */
  publish(tx: Tx, event: Omit<ServerEvent, 'id'>): Promise<void>;
  /** The same for every account, without data: what it names must be read anew. */
  broadcast(tx: Tx, topic: string): Promise<void>;
  /** Goes out at once and is not kept: progress and the like. */
  hint(event: Omit<ServerEvent, 'id'>): Promise<void>;
  /** Hears the events of one account until the signal fires. */
  subscribe(accountId: string, listener: (event: ServerEvent) => void, signal: AbortSignal): void;
  /** Kept events after `lastId`, oldest first; null when they are gone and everything must be read anew. */
  since(accountId: string, lastId: string): Promise<ServerEvent[] | null>;
}
