import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { SQL } from 'drizzle-orm';
import type { Pool } from 'pg';

/** Plain drizzle: for kernel tables, operators' views, and joins that a scope cannot express. */
export type Orm = NodePgDatabase<Record<string, never>>;

/**
 * What narrows rows: one condition, or several that must all hold. `and()` of drizzle, which answers undefined for no
 * conditions at all, is not needed.
 * @example await tx.scope(accountId).update(shots, [eq(shots.id, id), isNull(shots.filmedAt)], { filmedAt: now });
 */
export type Where = SQL | readonly [SQL, ...SQL[]];

/** A table whose rows belong to an account: it has an `accountId` column. */
export type AccountTable = PgTable & { accountId: unknown };

/**
 * Queries limited to one account's rows. Every statement includes `account_id = …`, so that other accounts' rows do not
 * exist for it. Where a condition is needed, an absent one is a TypeError and never means all rows.
 */
export interface AccountScope {
  readonly accountId: string;
  /** Rows of this account, optionally narrowed, ordered and limited. */
  select<T extends AccountTable>(table: T, options?: SelectOptions): Promise<T['$inferSelect'][]>;
  /** The one row that matches, or undefined. */
  find<T extends AccountTable>(table: T, where: Where): Promise<T['$inferSelect'] | undefined>;
  count(table: AccountTable, where?: Where): Promise<number>;
  /** Inserts rows; `accountId` is filled in. */
  insert<T extends AccountTable>(
    table: T,
    rows: Omit<T['$inferInsert'], 'accountId'> | Omit<T['$inferInsert'], 'accountId'>[],
  ): Promise<T['$inferSelect'][]>;
  /** Updates matching rows and returns them; an empty array means that none matched. */
  update<T extends AccountTable>(
    table: T,
    where: Where,
    values: Partial<T['$inferInsert']>,
  ): Promise<T['$inferSelect'][]>;
  /** Deletes matching rows and returns them. */
  delete<T extends AccountTable>(table: T, where: Where): Promise<T['$inferSelect'][]>;
}

/** Which rows are read. */
export interface SelectOptions {
  where?: Where;
  orderBy?: SQL | SQL[];
  limit?: number;
  offset?: number;
}

/** A transaction. Everything written through it becomes visible together, or not at all. */
export interface Tx {
  readonly orm: Orm;
  scope(accountId: string): AccountScope;
  /**
   * Runs `work` just before the commit, in the order of the calls; immediately when this is the database itself, where
   * every statement commits on its own. If it throws, the transaction is rolled back.
   */
  beforeCommit(work: () => Promise<void>): Promise<void>;
}

/** A listener for a topic. */
export interface NotificationListener {
  /** The topic to listen to. */
  topic: string;
  onMessage(data: unknown): void;
  /**
   * Called after each interruption: messages sent meanwhile are lost, so the state that they announce must be reloaded.
   */
  onGap?(): void;
}

/** Messages between the processes of one installation; each process holds one connection for them. */
export interface Notifications {
  /** Whether messages are being received; while false, nothing that depends on them is reliable. */
  readonly connected: boolean;
  /**
   * Sends on commit, or at once through the database itself.
   * @throws TypeError for more than 7900 bytes
   */
  send(tx: Tx, topic: string, data: unknown): Promise<void>;
  /** Listens to a topic until the signal is aborted; resolves once the connection listens. */
  listen(listener: NotificationListener, signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** The PostgreSQL behind the server, embedded or external. */
export interface Database extends Tx {
  readonly pool: Pool;
  /** For services with connections of their own (queue, LISTEN). */
  readonly connectionString: string;
  /** LISTEN and NOTIFY over one connection of this process. */
  readonly notifications: Notifications;
  /** Runs `work` in one transaction; a throw rolls back. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
