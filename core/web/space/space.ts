import type { Undo } from '../scope.ts';
import { token } from '../token.ts';

/** How much of the account's space is used. Observable. */
export interface AccountSpace {
  /** False until it was read once. */
  readonly isRead: boolean;
  /** Why it could not be read the last time; null when it could. */
  readonly failure: { error: unknown } | null;
  /** Bytes. */
  readonly used: number;
  /** Bytes; null without a limit. */
  readonly total: number | null;
  /** Bytes, never below 0; Infinity without a limit. */
  readonly left: number;
  /** 0 to 1; 0 without a limit. */
  readonly share: number;
  /** Nine tenths or more are used. */
  readonly isLow: boolean;
  readonly isFull: boolean;
  /** Reads it, and follows tasks and the tier, as long as somebody does. */
  follow(): Undo;
  /** Reads it again soon, for something that takes or frees space has happened. Nothing while nobody follows it. */
  refresh(): void;
  load(): Promise<void>;
}

export const SPACE = token<AccountSpace>('space', 1);
