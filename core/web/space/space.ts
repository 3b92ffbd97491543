import type { Undo } from '../scope.ts';
import { token } from '../token.ts';

/** How much of the account's space is used. Observable. */
export interface AccountSpace {
  /** Whether it has been read at least once. */
  readonly isRead: boolean;
  /** Why the last read failed; null when it succeeded. */
  readonly failure: { error: unknown } | null;
  /** Bytes. */
  readonly used: number;
  /** Bytes; null when unlimited. */
  readonly total: number | null;
  /** Bytes, at least 0; Infinity when unlimited. */
  readonly left: number;
  /** From 0 to 1; 0 when unlimited. */
  readonly share: number;
  /** Nine tenths or more are used. */
  readonly isLow: boolean;
  readonly isFull: boolean;
  /** Reads it and keeps it up to date, after tasks and changes of the tier, until undone. */
  follow(): Undo;
  /** Reads it again soon, after something took or freed space. Does nothing while nobody follows it. */
  refresh(): void;
  load(): Promise<void>;
}

export const SPACE = token<AccountSpace>('space', 1);
