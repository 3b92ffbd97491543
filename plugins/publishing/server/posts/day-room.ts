import type { DayQuota } from '#plugins/publishing/quota-calls.ts';
import type { KeptQuota } from '../tables.ts';
import { MOVING_MILLISECONDS, MovingCount } from './moving-count.ts';
import { dayIn } from './times.ts';

/** Of a limit, the share below which a day counts as nearly full. */
const NEAR = 0.2;

/** A post, as it counts for a day. */
export interface CountedPost {
  at: Date;
  /** When its platform was given it, also as a draft, which is when it counts; null while it is yet to be. */
  sentAt: Date | null;
}

/** How full a day is, or the 24 hours around a time. */
export type DayFullness = Pick<DayQuota, 'planned' | 'most' | 'counts'>;

interface RoomOf {
  zone: string;
  quota: KeptQuota | null;
  posts: readonly CountedPost[];
  now: Date;
}

/** What of its posts an account has room for. The one rule of plans and of the calendar. */
export interface DayRoom {
  /** The day of a time in the account's zone. */
  dayOf(time: Date): string;
  readonly today: string;
  /** Days with posts. */
  readonly days: readonly string[];
  /** Counts a post that is yet to go out; what is overdue goes out now. */
  add(at: Date): void;
  /** How full it is for a post at that time; null where nobody knows what the platform takes. */
  at(time: Date): DayFullness | null;
  /** How full a day is. */
  on(day: string): DayFullness | null;
  /** How many more posts fit at that time; no limit where nobody knows. */
  left(time: Date): number;
  /** Another one that has the same posts so far. */
  copy(): DayRoom;
}

/** @throws expected `publishing:zone` (422) */
export function dayRoom(of: RoomOf): DayRoom {
  return of.quota?.isMoving === true ? new MovingRoom(of) : new CalendarRoom(of);
}

/** What both ways of counting have in common. */
abstract class Room {
  readonly dayOf: (time: Date) => string;
  protected readonly of: RoomOf;

  constructor(of: RoomOf) {
    this.dayOf = dayIn(of.zone);
    this.of = of;
  }

  abstract at(time: Date): DayFullness | null;

  get today(): string {
    return this.dayOf(this.of.now);
  }

  left(time: Date): number {
    const known = this.at(time);
    return known === null ? Infinity : Math.max(0, known.most - known.planned);
  }

  /** When a post goes out: what is overdue goes out now. */
  protected due(at: Date): Date {
    const { now } = this.of;
    return at < now ? now : at;
  }
}

/** Of a platform that counts days: on the day that it was asked on, what it said to be left then; on others, what it takes on any. */
class CalendarRoom extends Room implements DayRoom {
  /** The day of which the platform said what is left. */
  readonly #leftDay: string | null;
  readonly #counts: Map<string, number>;

  constructor(of: RoomOf, counts?: ReadonlyMap<string, number>) {
    super(of);
    const { quota, posts } = of;
    this.#leftDay = quota === null || quota.left === null ? null : this.dayOf(new Date(quota.at));
    this.#counts = new Map(counts);
    if (counts !== undefined) return;
    for (const { at, sentAt } of posts) {
      if (sentAt === null) this.add(at);
      else if (!this.#isKnownToBeOut(sentAt)) this.#count(this.dayOf(sentAt));
    }
  }

  get days(): string[] {
    return [...this.#counts.keys()];
  }

  add(at: Date): void {
    this.#count(this.dayOf(this.due(at)));
  }

  at(time: Date): DayFullness | null {
    return this.on(this.dayOf(this.due(time)));
  }

  on(day: string): DayFullness | null {
    const isLeft = day === this.#leftDay;
    const { quota } = this.of;
    const most = isLeft ? quota?.left : quota?.daily;
    if (most === null || most === undefined) return null;
    return { planned: this.#counts.get(day) ?? 0, most, counts: isLeft ? 'left' : 'day' };
  }

  copy(): DayRoom {
    return new CalendarRoom(this.of, this.#counts);
  }

  /** What went out before the platform was asked is no part of what it said to be left. */
  #isKnownToBeOut(sentAt: Date): boolean {
    const { at = '' } = this.of.quota ?? {};
    return this.dayOf(sentAt) === this.#leftDay && sentAt <= new Date(at);
  }

  #count(day: string): void {
    this.#counts.set(day, (this.#counts.get(day) ?? 0) + 1);
  }
}

/**
 * Of a platform that counts the last 24 hours at any moment. What it says to be used beyond the posts that went out from
 * here was posted elsewhere: nobody knows when, so that it counts from the moment when it was asked, which is the latest.
 */
class MovingRoom extends Room implements DayRoom {
  readonly #count: MovingCount;
  readonly #days: Set<string>;
  /** What is counted, by day; null until a day is asked for. */
  #ends: Map<string, Date[]> | null = null;

  constructor(of: RoomOf, so?: { count: MovingCount; days: ReadonlySet<string> }) {
    super(of);
    const times = so === undefined ? of.posts.map(({ at, sentAt }) => sentAt ?? this.due(at)) : [];
    this.#days = new Set(so?.days ?? times.map((time) => this.dayOf(time)));
    this.#count = so?.count.copy() ?? new MovingCount([...times, ...elsewhere(of)]);
  }

  get days(): string[] {
    return [...this.#days];
  }

  add(at: Date): void {
    const time = this.due(at);
    this.#count.add(time);
    this.#days.add(this.dayOf(time));
    this.#ends = null;
  }

  at(time: Date): DayFullness | null {
    return this.#fullness(this.#count.around(this.due(time)));
  }

  on(day: string): DayFullness | null {
    this.#ends ??= Map.groupBy(this.#count.times, (time) => this.dayOf(time));
    return this.#fullness(this.#count.most(this.#ends.get(day) ?? []));
  }

  copy(): DayRoom {
    return new MovingRoom(this.of, { count: this.#count, days: this.#days });
  }

  #fullness(planned: number): DayFullness | null {
    const most = this.of.quota?.daily ?? null;
    return most === null ? null : { planned, most, counts: 'hours' };
  }
}

/** The posts that an account was said to have made, but for those from here. */
function elsewhere({ quota, posts }: RoomOf): Date[] {
  if (quota === null || quota.left === null || quota.daily === null) return [];
  const asked = new Date(quota.at);
  const since = new Date(asked.getTime() - MOVING_MILLISECONDS);
  const own = posts.filter(({ sentAt: out }) => out !== null && out > since && out <= asked).length;
  return Array.from({ length: Math.max(0, quota.daily - quota.left - own) }, () => asked);
}

/** @returns null for a day with enough room */
export function fullnessOf({ planned, most }: DayFullness): DayQuota['state'] | null {
  if (planned > most) return 'over';
  if (planned === 0) return null;
  if (planned === most) return 'full';
  return most - planned <= Math.floor(most * NEAR) ? 'near' : null;
}
