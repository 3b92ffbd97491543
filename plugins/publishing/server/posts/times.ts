import { fail } from '#core/contract/errors.ts';

import { USUAL_SLOTS, type ChannelSlots } from '#plugins/publishing/channel-calls.ts';
import type { When } from '#plugins/publishing/plan-calls.ts';

const WEEK = 7 * 24 * 60;
const DAY = 24 * 60;
const DAY_MILLISECONDS = DAY * 60_000;
/** Between the posts of an account on one day where nothing else says how far apart they are. */
const APART_MINUTES = 180;
const LEAST_APART_MINUTES = 60;

/** The times of an account, one after the other. */
export interface TimesWish {
  when: When;
  /** Posts of an account on one day of its zone at most; null for as many as there are. */
  perDay: number | null;
}

export interface TimesOfAccount {
  zone: string;
  /** How many more it takes, where somebody knows. With so many posts a day, times without room get none. */
  room?: { copy(): { left(time: Date): number; add(time: Date): void } };
  /** When it posts already. */
  taken: readonly Date[];
  /** Its times of the week; null for the usual ones. */
  slots: ChannelSlots | null;
}

/** Posts of one account that are closer to each other are in each other's way. */
export const CLOSE_MILLISECONDS = 30 * 60_000;

/**
 * The times at which an account can post, without end. What posts there already counts for its days.
 * @throws expected `publishing:zone` (422)
 */
export function* timesOf({ when, perDay }: TimesWish, account: TimesOfAccount, now: Date): Generator<Date, never> {
  const candidates = candidatesOf({ when, perDay }, account, now);
  if (perDay === null) {
    while (true) yield next(candidates);
  }
  const day = dayIn(account.zone);
  const counts = new Map<string, number>();
  for (const time of account.taken) counts.set(day(time), (counts.get(day(time)) ?? 0) + 1);
  const room = account.room?.copy();
  while (true) {
    const time = next(candidates);
    const date = day(time);
    const count = counts.get(date) ?? 0;
    if (count >= perDay || room?.left(time) === 0) continue;
    counts.set(date, count + 1);
    room?.add(time);
    yield time;
  }
}

const next = (times: Generator<Date, never>): Date => times.next().value;

function candidatesOf({ when, perDay }: TimesWish, account: TimesOfAccount, now: Date): Generator<Date, never> {
  if (when.kind === 'free') return freeTimes(when, account, now);
  if (when.kind === 'slots') return fromNow(when, now);
  const first = beginOf(when, now);
  const daily = perDay === null ? null : dailySlots(when, perDay, account.zone, now);
  if (daily !== null) return daysFrom(first, daily);
  return when.kind === 'every' ? steps(first, when.hours) : always(first);
}

/** Times of the account's own week that nothing stands at, or near. */
function* freeTimes(
  { from }: Extract<When, { kind: 'free' }>,
  { taken, ...account }: TimesOfAccount,
  now: Date,
): Generator<Date, never> {
  for (const time of fromNow(slotsOf(account, from), now)) {
    if (!taken.some((other) => Math.abs(other.getTime() - time.getTime()) < CLOSE_MILLISECONDS)) yield time;
  }
  throw new Error('times of a week never end');
}

/** The times of the week of an account as a rule. */
export function slotsOf({ slots, zone }: Pick<TimesOfAccount, 'slots' | 'zone'>, from: string): Slots {
  const usual = [0, 1, 2, 3, 4, 5, 6].flatMap((day) => USUAL_SLOTS.map((minute) => day * DAY + minute));
  return { kind: 'slots', minutes: slots?.minutes ?? usual, zone: slots?.zone ?? zone, from };
}

/** The first one is at its time, even where the days that follow begin earlier. */
function* daysFrom(first: Date, daily: Slots): Generator<Date, never> {
  yield first;
  return yield* slotTimes(daily, new Date((Math.floor(first.getTime() / 60_000) + 1) * 60_000));
}

/** A time of the present minute is now. */
function* fromNow(slots: Slots, now: Date): Generator<Date, never> {
  const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000);
  for (const time of slotTimes(slots, later(new Date(slots.from), minute))) yield later(time, now);
  throw new Error('times of a week never end');
}

function* always(time: Date): Generator<Date, never> {
  while (true) yield time;
}

function* steps(from: Date, hours: number): Generator<Date, never> {
  for (let number = 0; ; number++) yield new Date(from.getTime() + number * hours * 3_600_000);
}

type Slots = Extract<When, { kind: 'slots' }>;

/**
 * The times of a rule with so many posts a day: each day begins at the same time, and goes on as the rule says, or three
 * hours apart; closer where the day ends before, and earlier where an hour apart is not enough.
 * @returns null for one that has its times of the week
 */
export function dailySlots(when: When, perDay: number, zone: string, now: Date): Slots | null {
  if (when.kind === 'slots' || when.kind === 'free') return null;
  const first = beginOf(when, now);
  const shown = first.getTime() + clockOf(zone).offset(first.getTime());
  const wished = Math.floor((shown % DAY_MILLISECONDS) / 60_000);
  const room = Math.floor((DAY - wished) / perDay);
  const apart = when.kind === 'every' ? when.hours * 60 : Math.min(APART_MINUTES, Math.max(LEAST_APART_MINUTES, room));
  const count = Math.min(perDay, Math.floor((DAY - 1) / apart) + 1);
  const begin = Math.min(wished, DAY - 1 - (count - 1) * apart);
  const minutes = Array.from({ length: 7 * count }, (_, number) => {
    return Math.floor(number / count) * DAY + begin + (number % count) * apart;
  });
  return { kind: 'slots', minutes, zone, from: first.toISOString() };
}

function beginOf(when: Exclude<When, { kind: 'slots' | 'free' }>, now: Date): Date {
  return when.kind === 'now' ? now : later(new Date(when.kind === 'at' ? when.at : when.from), now);
}

/**
 * The next times after a moment by a rule.
 * @returns null for a rule that has no further times
 */
export function nextTimes(when: When, count: number, after: Date): Date[] | null {
  if (when.kind === 'slots') {
    const times = slotTimes(when, later(new Date(after.getTime() + 1001), new Date(when.from)));
    return Array.from({ length: count }, () => next(times));
  }
  if (when.kind !== 'every') return null;
  const step = when.hours * 3_600_000;
  const from = Date.parse(when.from);
  const first = Math.max(0, Math.floor((after.getTime() - from) / step) + 1);
  return Array.from({ length: count }, (_, number) => new Date(from + (first + number) * step));
}

const later = (one: Date, other: Date): Date => (one > other ? one : other);

/** The times of a week from `start` on, in order. */
function* slotTimes({ minutes, zone }: Slots, start: Date): Generator<Date, never> {
  const clock = clockOf(zone);
  const byDay = Map.groupBy(new Set(minutes.map((minute) => minute % WEEK)), (minute) => Math.floor(minute / DAY));
  const first = Math.floor((start.getTime() + clock.offset(start.getTime())) / DAY_MILLISECONDS) - 1;
  let last = start.getTime() - 1;
  for (let day = first; ; day++) {
    // 1970 began on a Thursday; Monday is 0.
    const ofDay = byDay.get((day + 3) % 7) ?? [];
    const times = ofDay.map((minute) => clock.moment(day * DAY_MILLISECONDS + (minute % DAY) * 60_000));
    for (const time of times.sort((a, b) => a - b)) {
      if (time <= last) continue;
      last = time;
      yield new Date(time);
    }
  }
}

/** How far the clocks of a zone are ahead of UTC, and when they show a time that is written as if in UTC. */
function clockOf(zone: string) {
  const format = formatIn(zone, 'time');
  const known = new Map<number, number>();
  const offset = (at: number): number => {
    // Offsets change at whole quarters of an hour.
    const quarter = Math.floor(at / 900_000) * 900_000;
    const own = known.get(quarter) ?? Date.parse(`${format.format(quarter).replace(' ', 'T')}Z`) - quarter;
    known.set(quarter, own);
    return own;
  };
  const moment = (shown: number): number => {
    const before = shown - offset(shown - DAY_MILLISECONDS);
    const after = shown - offset(shown + DAY_MILLISECONDS);
    // What clocks skip comes as much later; what they show twice is meant the first time.
    return [before, after].find((time) => time + offset(time) === shown) ?? before;
  };
  return { offset, moment };
}

/** Writes days of a time zone as 2026-11-27. @throws expected `publishing:zone` (422) */
export function dayIn(zone: string): (time: Date) => string {
  const format = formatIn(zone, 'day');
  return (time) => format.format(time);
}

const OPTIONS = {
  day: {},
  time: {
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
    hourCycle: 'h23',
  },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

/** Making a format takes a millisecond, and every account of a plan needs several of the same zone. */
const formats = new Map<string, Intl.DateTimeFormat>();
const MOST_FORMATS = 100;

function formatIn(zone: string, what: keyof typeof OPTIONS): Intl.DateTimeFormat {
  const key = `${what} ${zone}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  try {
    const made = new Intl.DateTimeFormat('sv-SE', { ...OPTIONS[what], timeZone: zone });
    if (formats.size >= MOST_FORMATS) formats.clear();
    formats.set(key, made);
    return made;
  } catch (error) {
    return fail('publishing:zone', { zone }, { kind: 'invalid', cause: error });
  }
}
