import { createHash } from 'node:crypto';

import { CronExpressionParser } from 'cron-parser';

import { fail } from '#core/contract/errors.ts';

import type { When, WishedPosts } from '#plugins/publishing/post-calls.ts';

type Wish = Pick<WishedPosts, 'deal' | 'when' | 'spread' | 'titles' | 'texts' | 'zone'> &
  Partial<Pick<WishedPosts, 'own'>>;

/** A video, as it is dealt out. */
export interface Work {
  fileId: string;
  name: string;
}

/** A post that was dealt out. */
export interface DealtPost<W extends Work> {
  work: W;
  channelId: string;
  at: Date;
  title: string;
  text: string;
}

/**
 * Deals videos out to accounts, each of which has its own row of times and of words. With `all`, accounts begin with
 * different videos, so that none goes out everywhere at once.
 * @returns by their times
 * @throws expected `publishing:zone` (422)
 */
export function dealPosts<W extends Work>(
  works: readonly W[],
  channels: readonly string[],
  wish: Wish,
  now: Date,
  product = '',
) {
  const posts: DealtPost<W>[] = [];
  const rows = channels.map((channelId, place) => ({
    channelId,
    place,
    works: wish.deal === 'all' ? rotated(works, place) : works.filter((_, at) => at % channels.length === place),
  }));
  const longest = Math.max(0, ...rows.map((row) => row.works.length));
  const times = rowOfTimes(wish.when, longest, now);
  for (const { channelId, place, works: given } of rows) {
    const { titles = wish.titles, texts = wish.texts } = wish.own?.[channelId] ?? {};
    for (const [number, work] of given.entries()) {
      const at = new Date((times[number] ?? now).getTime() + lateness(channelId, work.fileId, wish.spread));
      posts.push({
        work,
        channelId,
        at,
        title: turn(titles, number + place),
        text: turn(texts, number + place),
      });
    }
  }
  posts.sort((a, b) => a.at.getTime() - b.at.getTime());
  const day = dayIn(wish.zone);
  return posts.map((post, index) => {
    const filled = (words: string) =>
      fillWords(words, { name: stemOf(post.work.name), index: index + 1, date: day(post.at), product });
    return { ...post, title: filled(post.title), text: filled(post.text) };
  });
}

const rotated = <T>(list: readonly T[], by: number): T[] => {
  const start = list.length === 0 ? 0 : by % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
};

const turn = (words: readonly string[], at: number): string => words[at % Math.max(1, words.length)] ?? '';

const stemOf = (name: string): string => name.replace(/\.[a-z0-9]{2,4}$/i, '');

/** Replaces `{name}`, `{index}`, `{date}` and `{product}`; other braces stay. */
export function fillWords(
  words: string,
  values: { name: string; index: number; date: string; product: string },
): string {
  return words.replaceAll(/\{(name|index|date|product)\}/g, (_, key: keyof typeof values) => String(values[key]));
}

/** The same for the same post, so that what is shown before is what is written. */
function lateness(channelId: string, fileId: string, minutes: number): number {
  if (minutes === 0) return 0;
  const chance = createHash('sha256').update(`${channelId} ${fileId}`).digest().readUInt32BE() / 2 ** 32;
  return Math.floor(chance * (minutes + 1) * 60) * 1000;
}

/** The times of an account's posts. */
function rowOfTimes(when: When, count: number, now: Date): Date[] {
  const each = (timeOf: (number: number) => Date) => Array.from({ length: count }, (_, number) => timeOf(number));
  switch (when.kind) {
    case 'now':
      return each(() => now);
    case 'at':
      return each(() => later(new Date(when.at), now));
    case 'every': {
      const from = later(new Date(when.from), now).getTime();
      return each((number) => new Date(from + number * when.hours * 3_600_000));
    }
    case 'slots':
      return slotTimes(when, count, later(new Date(when.from), now));
  }
}

/**
 * The next times after a moment by a rule.
 * @returns null for a rule that has no further times
 */
export function nextTimes(when: When, count: number, after: Date): Date[] | null {
  if (when.kind === 'slots')
    return slotTimes(when, count, later(new Date(after.getTime() + 1001), new Date(when.from)));
  if (when.kind !== 'every') return null;
  const step = when.hours * 3_600_000;
  const from = Date.parse(when.from);
  const first = Math.max(0, Math.floor((after.getTime() - from) / step) + 1);
  return Array.from({ length: count }, (_, number) => new Date(from + (first + number) * step));
}

const later = (one: Date, other: Date): Date => (one > other ? one : other);

const WEEK = 7 * 24 * 60;

function slotTimes({ minutes, zone }: Extract<When, { kind: 'slots' }>, count: number, from: Date): Date[] {
  const slots = [...new Set(minutes)].map((minute) => {
    const [day, inDay] = [Math.floor((minute % WEEK) / 1440), minute % 1440];
    const cron = `${inDay % 60} ${Math.floor(inDay / 60)} * * ${(day + 1) % 7}`;
    try {
      const row = CronExpressionParser.parse(cron, { currentDate: new Date(from.getTime() - 1000), tz: zone });
      return { row, next: row.next().toDate() };
    } catch (error) {
      return fail('publishing:zone', { zone }, { kind: 'invalid', cause: error });
    }
  });
  const times: Date[] = [];
  while (times.length < count) {
    const soonest = slots.reduce((best, slot) => (slot.next < best.next ? slot : best));
    times.push(soonest.next);
    soonest.next = soonest.row.next().toDate();
  }
  return times;
}

/** Writes days of a time zone as 2026-11-27. @throws expected `publishing:zone` (422) */
export function dayIn(zone: string): (time: Date) => string {
  try {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
    return (time) => format.format(time);
  } catch (error) {
    return fail('publishing:zone', { zone }, { kind: 'invalid', cause: error });
  }
}
