import type { DayQuota } from '#plugins/publishing/quota-calls.ts';
import type { KeptQuota } from '../tables.ts';
import { dayIn } from './times.ts';

/** Of a limit, the share below which a day counts as nearly full. */
const NEAR = 0.2;

/** A post, as it counts for a day. */
export interface CountedPost {
  at: Date;
  /** When it went out; null while it is yet to. */
  publishedAt: Date | null;
}

/** How full a day is. */
export type DayFullness = Pick<DayQuota, 'planned' | 'most' | 'isLeft'>;

/**
 * How many posts an account has on its days, against what its platform takes: on the day that the platform was asked on,
 * what it said to be left then; on others, what it takes on any day. The one rule of plans and of the calendar.
 */
export class DayRoom {
  readonly dayOf: (time: Date) => string;
  readonly #quota: KeptQuota | null;
  readonly #now: Date;
  /** The day of which the platform said what is left. */
  readonly #leftDay: string | null;
  readonly #counts = new Map<string, number>();

  /** @throws expected `publishing:zone` (422) */
  constructor({
    zone,
    quota,
    posts,
    now,
  }: {
    zone: string;
    quota: KeptQuota | null;
    posts: readonly CountedPost[];
    now: Date;
  }) {
    this.dayOf = dayIn(zone);
    this.#quota = quota;
    this.#now = now;
    this.#leftDay = quota === null || quota.left === null ? null : this.dayOf(new Date(quota.at));
    for (const { at, publishedAt } of posts) {
      if (publishedAt === null) this.add(at);
      else if (!this.#isKnownToBeOut(publishedAt)) this.#count(this.dayOf(publishedAt));
    }
  }

  /** Counts a post that is yet to go out; what is overdue goes out today. */
  add(at: Date): void {
    this.#count(this.dayOf(at < this.#now ? this.#now : at));
  }

  /** @returns null where nobody knows what the platform takes on a day */
  on(day: string): DayFullness | null {
    const isLeft = day === this.#leftDay;
    const most = isLeft ? this.#quota?.left : this.#quota?.daily;
    return most === null || most === undefined ? null : { planned: this.#counts.get(day) ?? 0, most, isLeft };
  }

  /** How many more fit into a day; no limit where nobody knows. */
  left(day: string): number {
    const known = this.on(day);
    return known === null ? Infinity : Math.max(0, known.most - known.planned);
  }

  get today(): string {
    return this.dayOf(this.#now);
  }

  get days(): string[] {
    return [...this.#counts.keys()];
  }

  /** What went out before the platform was asked is no part of what it said to be left. */
  #isKnownToBeOut(publishedAt: Date): boolean {
    const { at = '' } = this.#quota ?? {};
    return this.dayOf(publishedAt) === this.#leftDay && publishedAt <= new Date(at);
  }

  #count(day: string): void {
    this.#counts.set(day, (this.#counts.get(day) ?? 0) + 1);
  }
}

/** @returns null for a day with enough room */
export function fullnessOf({ planned, most }: DayFullness): DayQuota['state'] | null {
  if (planned > most) return 'over';
  if (planned === 0) return null;
  if (planned === most) return 'full';
  return most - planned <= Math.floor(most * NEAR) ? 'near' : null;
}
