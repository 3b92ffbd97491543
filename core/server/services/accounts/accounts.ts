import type { GateSession } from '#core/contract/decide.ts';
import { ADAPTED_ROLE_CODES } from '#core/contract/tiers.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

/** The account and session behind a call. */
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
  /** When the role falls back to the free version; null for one that does not end. */
  roleUntil: Date | null;
  /** When it first had a tier above the free one; null if it never had. */
  memberSince: Date | null;
  /** The main account of a sub-account; null for a main account. */
  parentId: string | null;
  operator: boolean;
  disabled: boolean;
}

/**
 * Why a session ended early: it logged out, was ended from another session of the account, exceeded the device limit,
 * was replaced by a new login of the same device, or its account was disabled.
 */
export type SessionEnd = 'logged-out' | 'ended' | 'forced-offline' | 'replaced' | 'disabled';

/** What is known about a session's device. */
export interface SessionPlace {
  /** Identifies the device within its account. */
  deviceId?: string;
  userAgent?: string;
  ip?: string;
  /** Opened for a partner's user on the partner's assurance. */
  partner?: boolean;
}

/** A session that has neither ended nor expired. */
export interface LiveSession {
  id: string;
  deviceId: string | null;
  userAgent: string | null;
  ip: string | null;
  partner: boolean;
  createdAt: Date;
  /** Time of its last call, to the minute. */
  seenAt: Date;
}

/** Accounts and their sessions. Tokens are opaque; only their sha-256 is stored. */
export interface Accounts {
  /** Creates an account; a sub-account without a role of its own has its main account's. */
  create(
    tx: Tx,
    options: { name: string; roleCode?: number; roleUntil?: Date; operator?: boolean; parentId?: string },
  ): Promise<AccountRow>;
  /** Returns an account by id, or undefined. Inside a transaction, `lock` makes others who lock it wait. */
  find(tx: Tx, accountId: string, options?: { lock?: boolean }): Promise<AccountRow | undefined>;
  /** The sub-accounts of a main account whose data has not been erased, oldest first. */
  subAccounts(tx: Tx, accountId: string): Promise<AccountRow[]>;
  rename(tx: Tx, accountId: string, name: string): Promise<void>;
  /**
   * Changes the role of an account and of its sub-accounts. Their open sessions have it from the commit on, those on other nodes a moment
   * later; its open pages are notified by `accountChanged`.
   * @param role.roleUntil when it falls back to the free version; null for one that does not end
   */
  setRole(tx: Tx, accountId: string, role: { roleCode: number; roleUntil: Date | null }): Promise<void>;
  /**
   * What an account may do has changed elsewhere, such as by a bought package: its open sessions and pages have it as with
   * {@link Accounts.setRole}.
   */
  tellChange(tx: Tx, accountId: string): Promise<void>;
  /** Makes an account an operator, or a member again; open sessions change as with {@link Accounts.setRole}. */
  setOperator(tx: Tx, accountId: string, operator: boolean): Promise<void>;
  /** Ends the account's sessions and prevents further logins. */
  disable(tx: Tx, accountId: string): Promise<void>;
  /** Reverses {@link Accounts.disable}; ended sessions stay ended. */
  enable(tx: Tx, accountId: string): Promise<void>;
  /**
   * Opens a session.
   * @param options.seconds lifetime of the token; 7 days by default
   * @returns the token, which cannot be read again
   */
  openSession(
    tx: Tx,
    accountId: string,
    options?: SessionPlace & { seconds?: number },
  ): Promise<{ token: string; sessionId: string; expiresAt: Date }>;
  /** The account's live sessions, oldest first. */
  liveSessions(tx: Tx, accountId: string): Promise<LiveSession[]>;
  /**
   * The caller that a token belongs to, or undefined when the token is unknown, expired or revoked, or its
   * account is disabled.
   */
  authenticate(token: string): Promise<Caller | undefined>;
  /**
   * Why a token's session was ended from outside. Answered once, so that its browser notifies its user once;
   * undefined afterwards and for every other token.
   */
  tellEnd(token: string): Promise<'forced-offline' | 'disabled' | undefined>;
  /** Ends a session at once on every node; `ended` when no reason is given. */
  revokeSession(tx: Tx, sessionId: string, reason?: SessionEnd): Promise<void>;
  /** Calls the listener for every session that is ended on any node; resolves once it listens. */
  onSessionEnd(listener: (sessionId: string, reason: SessionEnd) => void, signal: AbortSignal): Promise<void>;
  /**
   * Removes sessions that ended or expired a month ago.
   * @returns how many
   */
  prune(): Promise<number>;
}

/** The role in effect at a given time: an expired membership counts as the free version. */
export function roleAt({ roleCode, roleUntil }: Pick<AccountRow, 'roleCode' | 'roleUntil'>, now: Date): number {
  return roleUntil !== null && roleUntil <= now ? ADAPTED_ROLE_CODES.level0 : roleCode;
}
