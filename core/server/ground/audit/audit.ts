import type { Tx } from '#core/server/ground/database/database.ts';

/** One action of a user or the system, kept forever. */
export interface AuditEntry {
  /** Account id, `system`, or `anonymous`. */
  actor: string;
  /** Verb and subject, such as `settings.change`. */
  action: string;
  /** What it was done to. */
  target: string;
  accountId?: string;
  requestId?: string;
  ip?: string;
  /** Further facts; fields named like secrets are masked before they are stored. */
  details?: Record<string, unknown>;
}

/** An append-only record of who did what, written in the same transaction as the action. */
export interface Audit {
  record(tx: Tx, entry: AuditEntry): Promise<void>;
}
