/** How much footage pairs of videos share. */
export interface PairShares {
  /** Whether a video was compared with the others that were. */
  isKnown: readonly boolean[];
  /** Share of the shorter one's footage that is in the other, in per cent: of each video with each. */
  percent: Uint8Array;
}

/** What two accounts of one group have in common at most, of the videos that are dealt out. */
export interface GroupReached {
  group: string | null;
  accounts: number;
  /** Per cent of the shorter video; null where nothing was compared. */
  most: number | null;
  /** Videos of the group that nobody has compared, of which nothing is said. */
  unknown: number;
}

/** Swaps that are tried at most, so that thousands of videos are dealt out in a fraction of a second. */
const MOST_TRIES = 8_000_000;
/** A pair counts by this power of what it shares, so that the worst pair decides. */
const POWER = 6;
const WEIGHTS = Float64Array.from({ length: 256 }, (_, percent) => (percent / 100) ** POWER);

/** Each video's account, by number; accounts and groups by number. */
interface Placing {
  on: Int32Array;
  groupOf: readonly number[];
  shares: PairShares;
}

/**
 * Deals videos out to accounts in turn, then so that two accounts of one group share as little as possible: what is alike
 * goes to the same account, or to different groups. Each account gets as many as in turn.
 * @param groups of each account
 * @returns the number of the account of each video; never one whose worst pair is worse than in turn
 */
export function dealApart(works: number, groups: readonly (string | null)[], shares: PairShares): Int32Array {
  const on = Int32Array.from({ length: works }, (_, work) => work % groups.length);
  const names = [...new Set(groups)];
  const groupOf = groups.map((group) => names.indexOf(group));
  const worst = worstPair(on, groups, shares);
  if (worst === 0) return on;
  const placed = placeTogether({ on, groupOf, shares }, worst);
  const before = worstPair(placed, groups, shares);
  const swapped = improve({ on: placed, groupOf, shares }, before);
  const after = worstPair(swapped, groups, shares);
  const best = after < before ? swapped : placed;
  return Math.min(before, after) < worst ? best : on;
}

/** The least that pairs share beyond which videos can be kept together, with the videos placed so. */
function placeTogether(placing: Placing, worst: number): Int32Array {
  let best = placing.on;
  for (let [low, high] = [0, worst]; low < high;) {
    const limit = (low + high) >> 1;
    const on = placeUnder(placing, limit);
    if (on === null) low = limit + 1;
    else [best, high] = [on, limit];
  }
  return best;
}

/**
 * Puts all that share more than a limit on one account, or on accounts of different groups where one has no room for it.
 * @returns null where that was not found
 */
function placeUnder({ on: inTurn, groupOf, shares: { percent } }: Placing, limit: number): Int32Array | null {
  const works = inTurn.length;
  const room = groupOf.map((_, account) => inTurn.filter((each) => each === account).length);
  const on = new Int32Array(works).fill(-1);
  for (const together of clustersOf(works, percent, limit)) {
    const groups = new Set<number>();
    for (let left = together; left.length > 0;) {
      const open = [...room.keys()].filter((each) => (room[each] ?? 0) > 0 && !groups.has(groupOf[each] ?? 0));
      const fits = open.filter((each) => (room[each] ?? 0) >= left.length);
      // The fullest that has room for all of it, else the emptiest.
      const [account] = (fits.length > 0 ? fits : open).sort(
        (a, b) => (fits.length > 0 ? 1 : -1) * ((room[a] ?? 0) - (room[b] ?? 0)),
      );
      if (account === undefined) return null;
      const taken = left.slice(0, room[account]);
      for (const work of taken) on[work] = account;
      room[account] = (room[account] ?? 0) - taken.length;
      groups.add(groupOf[account] ?? 0);
      left = left.slice(taken.length);
    }
  }
  return on;
}

/** Videos that share more than a limit, directly or by others, the most first. */
function clustersOf(works: number, percent: Uint8Array, limit: number): number[][] {
  const waiting = new Set(Array.from({ length: works }, (_, work) => work));
  const clusters: number[][] = [];
  for (const first of waiting) {
    waiting.delete(first);
    const cluster = [first];
    for (const work of cluster) {
      for (const other of waiting) {
        if ((percent[work * works + other] ?? 0) <= limit) continue;
        waiting.delete(other);
        cluster.push(other);
      }
    }
    clusters.push(cluster);
  }
  return clusters.sort((a, b) => b.length - a.length);
}

/**
 * Swaps videos of two accounts as long as fewer pairs share as much as the worst one, or until it was tried often enough.
 * @param worst what no pair shall share
 */
function improve({ on: placed, groupOf, shares: { percent } }: Placing, worst: number): Int32Array {
  const on = Int32Array.from(placed);
  const [works, accounts] = [on.length, groupOf.length];
  const groups = Math.max(...groupOf) + 1;
  const weight = (a: number, b: number): number => {
    const share = percent[a * works + b] ?? 0;
    return share < worst ? 0 : (WEIGHTS[share] ?? 0);
  };
  const account = (work: number): number => on[work] ?? 0;
  const groupAt = (at: number): number => groupOf[at] ?? 0;
  // What each video has in common with those of each account, and of each group.
  const [withAccount, withGroup] = [new Float64Array(works * accounts), new Float64Array(works * groups)];
  const add = (of: number, sign: 1 | -1): void => {
    const [at, group] = [account(of), groupAt(account(of))];
    for (let work = 0; work < works; work++) {
      if (work === of) continue;
      const cost = sign * weight(work, of);
      withAccount[work * accounts + at] = (withAccount[work * accounts + at] ?? 0) + cost;
      withGroup[work * groups + group] = (withGroup[work * groups + group] ?? 0) + cost;
    }
  };
  for (let work = 0; work < works; work++) add(work, 1);
  const costAt = (work: number, at: number): number =>
    (withGroup[work * groups + groupAt(at)] ?? 0) - (withAccount[work * accounts + at] ?? 0);

  for (let tries = 0, isBetter = true; isBetter && tries < MOST_TRIES;) {
    isBetter = false;
    for (let work = 0; work < works && tries < MOST_TRIES; work++) {
      const here = account(work);
      const own = costAt(work, here);
      if (own < 1e-9) continue;
      let best = -1;
      let gain = 1e-9;
      for (let other = 0; other < works; other++) {
        const there = account(other);
        if (there === here) continue;
        // A pair on two accounts of one group stays one when it is swapped.
        const both = groupAt(there) === groupAt(here) ? 2 * weight(work, other) : 0;
        const saved = own + costAt(other, there) - costAt(work, there) - costAt(other, here) - both;
        if (saved > gain) [best, gain] = [other, saved];
      }
      tries += works;
      if (best < 0) continue;
      add(work, -1);
      add(best, -1);
      [on[work], on[best]] = [account(best), here];
      add(work, 1);
      add(best, 1);
      isBetter = true;
    }
  }
  return on;
}

function worstPair(on: Int32Array, groups: readonly (string | null)[], shares: PairShares): number {
  return Math.max(0, ...groupsReached(on, groups, shares).map(({ most }) => most ?? 0));
}

/** What was reached in each group of several accounts. */
export function groupsReached(
  on: Int32Array,
  groups: readonly (string | null)[],
  { isKnown, percent }: PairShares,
): GroupReached[] {
  const found: GroupReached[] = [];
  for (const group of new Set(groups)) {
    const accounts = groups.filter((other) => other === group).length;
    if (accounts < 2) continue;
    const works = [...on.keys()].filter((work) => groups[on[work] ?? 0] === group);
    const compared = Int32Array.from(works.filter((work) => isKnown[work]));
    let most: number | null = null;
    for (const [at, work] of compared.entries()) {
      for (const other of compared.subarray(at + 1)) {
        const share = percent[work * on.length + other] ?? 0;
        if (share > (most ?? -1) && on[other] !== on[work]) most = share;
      }
    }
    found.push({ group, accounts, most, unknown: works.length - compared.length });
  }
  return found;
}
