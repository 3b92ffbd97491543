import type { Tx } from '#core/server/ground/database/database.ts';
import { serverToken } from '#core/server/plugins/server-token.ts';

/** The mobile numbers that accounts have proven to be theirs. */
export interface Mobiles {
  /** Eleven digits, or null for an account without one. */
  mobileOf(tx: Tx, accountId: string): Promise<string | null>;
  /** The id of the account of a number; undefined when no account has it. */
  accountOf(tx: Tx, mobile: string): Promise<string | undefined>;
}

/** The {@link Mobiles} of this installation. */
export const MOBILES = serverToken<Mobiles>('account.mobiles', 1);
