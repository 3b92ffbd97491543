import type { GateSession } from '#core/contract/decide.ts';

import type { Tx } from '../database/database.ts';

/** Who makes a call. */
export interface Caller extends GateSession {
  accountId: string;
  sessionId: string;
  operator: boolean;
}

/** An account as the database holds it. */
export interface AccountRow {
  id: string;
  name: string;
  /** The stored `fdRoleCode`; 12 is the free version. */
  roleCode: number;
  operator: boolean;
  disabled: boolean;
}

/** Accounts and their sessions. Tokens are opaque; only their sha-256 is stored. */
export interface Accounts {
  create(tx: Tx, options: { name: string; roleCode?: number; operator?: boolean }): Promise<AccountRow>;
  /**
   * Opens a session.
   * @param options.seconds lifetime of the token
   * @returns the token, which cannot be read again
   */
  openSession(
    tx: Tx,
    accountId: string,
    options?: { seconds?: number; deviceId?: string },
  ): Promise<{ token: string; sessionId: string; expiresAt: Date }>;
  /** The caller of a token, or undefined when it is unknown, expired, revoked or its account disabled. */
  authenticate(token: string): Promise<Caller | undefined>;
  revokeSession(tx: Tx, sessionId: string): Promise<void>;
}
