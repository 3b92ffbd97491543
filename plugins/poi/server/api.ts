import type { Tx } from '#core/server/ground/database/database.ts';
import { serverToken } from '#core/server/plugins/server-token.ts';

/** A store that a post can name. */
export interface PointOfInterest {
  id: string;
  /** The platform's own id of it. */
  poiId: string;
  name: string;
  address: string;
  /** Degrees, WGS 84; both or none. */
  latitude: number | null;
  longitude: number | null;
}

/** The points of interest of accounts, for whatever publishes. */
export interface PointsOfInterest {
  /**
   * Those of an account that are found by words of their id, name or address, the newest first.
   * @param limit 1 to 200
   */
  search(accountId: string, words: string, limit: number): Promise<readonly PointOfInterest[]>;
  /** One of an account; undefined when it has no such one. */
  find(accountId: string, id: string): Promise<PointOfInterest | undefined>;
  /**
   * Keeps that posts name a place, in the transaction that plans them; that is how its list knows how many do. A place
   * that the account does not have is passed over.
   */
  use(tx: Tx, accountId: string, id: string, postIds: readonly string[]): Promise<void>;
  /** Forgets posts that will not go out, whichever place they name. */
  release(tx: Tx, accountId: string, postIds: readonly string[]): Promise<void>;
}

/** Points of interest; absent while the plugin is off. */
export const POINTS_OF_INTEREST = serverToken<PointsOfInterest>('poi.places', 1);
