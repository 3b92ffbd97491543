import { LEVELS, type Level } from '#core/contract/tiers.ts';

import type { PriceList, SoldLevel, WayRule } from './price-list.ts';

// The arithmetic of orders, the same for what is shown before paying and what is done afterwards.

const DAY = 24 * 60 * 60 * 1000;
/** Longest a membership may be bought ahead. */
const MOST_DAYS = 3650;
/** An upgrade with fewer days left than these has to be confirmed. */
export const SHORT_DAYS = 7;

/** What paying by a service adds to a price, in fen. */
export function feeOf(fen: number, { feeBasisPoints, leastFee }: WayRule): number {
  if (feeBasisPoints === 0 && leastFee === 0) return 0;
  return Math.max(leastFee, Math.floor((fen * feeBasisPoints + 5_000) / 10_000));
}

/** The membership that an account has. */
export interface Membership {
  level: Level;
  /** Null for one that does not end. */
  until: Date | null;
}

/** How what is left of a level counts as days of another: by the prices of the shortest time that each is sold for. */
export interface CarriedDays {
  from: SoldLevel;
  daysLeft: number;
  /** What the old level costs for how many days. */
  old: { fen: number; days: number };
  new: { fen: number; days: number };
  /** Rounded up. */
  days: number;
}

/** Why a level cannot be bought now. */
export type LevelRefusal =
  /** The account has a higher one. */
  | 'lower'
  /** It has this one or a lower one for ever. */
  | 'endless'
  /** More than `MOST_DAYS` ahead. */
  | 'too-long'
  /** What is left of the present level has no price. */
  | 'unpriced';

/** What buying days of a level does to a membership. */
export type LevelTerms =
  | { refusal: LevelRefusal }
  | {
      refusal: null;
      until: Date;
      /** For an upgrade with days left. */
      carried: CarriedDays | null;
      /** Whether it is an upgrade of a membership that ends within `SHORT_DAYS`. */
      isShort: boolean;
    };

/** What buying so many days of a level would do now. */
export function levelTerms(
  list: Pick<PriceList, 'levels'>,
  { level, until }: Membership,
  bought: { level: SoldLevel; days: number },
  now: Date,
): LevelTerms {
  const [present, wanted] = [LEVELS.indexOf(level), LEVELS.indexOf(bought.level)];
  if (wanted < present) return { refusal: 'lower' };
  if (level === 'level0') return ending(now, bought.days, { carried: null, isShort: false, now });
  if (until === null) return { refusal: 'endless' };
  if (wanted === present) {
    return ending(until > now ? until : now, bought.days, { carried: null, isShort: false, now });
  }
  const left = until.getTime() - now.getTime();
  const isShort = left < SHORT_DAYS * DAY;
  const daysLeft = Math.ceil(left / DAY);
  const carried = carriedDays(list, { from: level, to: bought.level, daysLeft });
  if (carried === null) return { refusal: 'unpriced' };
  return ending(now, bought.days + carried.days, { carried, isShort, now });
}

function ending(
  from: Date,
  days: number,
  { now, ...rest }: { carried: CarriedDays | null; isShort: boolean; now: Date },
): LevelTerms {
  const until = new Date(from.getTime() + days * DAY);
  if (until.getTime() - now.getTime() > MOST_DAYS * DAY) return { refusal: 'too-long' };
  return { refusal: null, until, ...rest };
}

function carriedDays(
  { levels }: Pick<PriceList, 'levels'>,
  { from, to, daysLeft }: { from: SoldLevel; to: SoldLevel; daysLeft: number },
): CarriedDays | null {
  const shortest = (level: SoldLevel) => levels[level]?.toSorted((a, b) => a.days - b.days)[0];
  const [before, after] = [shortest(from), shortest(to)];
  if (before === undefined || after === undefined) return null;
  // Larger than a number holds exactly.
  const worth = BigInt(daysLeft) * BigInt(before.fen) * BigInt(after.days);
  const day = BigInt(before.days) * BigInt(after.fen);
  return { from, daysLeft, old: before, new: after, days: Number((worth + day - 1n) / day) };
}
