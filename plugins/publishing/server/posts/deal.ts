import { createHash } from 'node:crypto';

import type { ChannelSlots } from '#plugins/publishing/channel-calls.ts';
import type { WishedPosts } from '#plugins/publishing/plan-calls.ts';
import type { DayRoom } from './day-room.ts';
import { dealApart, groupsReached, type GroupReached, type PairShares } from './keep-apart.ts';
import { productOf } from './own-words.ts';
import { dayIn, timesOf } from './times.ts';

type Wish = Pick<WishedPosts, 'deal' | 'when' | 'perDay' | 'spread' | 'titles' | 'texts' | 'zone'> &
  Partial<Pick<WishedPosts, 'own' | 'moves'>>;

/** A video, as it is dealt out. */
export interface Work {
  fileId: string;
  name: string;
}

/** An account, as videos are dealt out to it. */
export interface DealtChannel {
  id: string;
  /** Accounts of one group share as little as possible; null for those in none, which are one group as well. */
  group: string | null;
  /** Whether videos are dealt out to it; otherwise it has only what is moved there. True when absent. */
  isChosen?: boolean;
  /** Whose days count. */
  zone: string;
  /** How many more it takes; absent where nobody knows, or where it never takes any. */
  room?: DayRoom;
  /** When it posts already. */
  taken: readonly Date[];
  /** Its times of the week; null for the usual ones. */
  slots: ChannelSlots | null;
}

/** A post that was dealt out. */
export interface DealtPost<W extends Work> {
  work: W;
  channelId: string;
  at: Date;
  title: string;
  text: string;
}

export interface Dealt<W extends Work> {
  /** By their times. */
  posts: DealtPost<W>[];
  /** What was reached in each group of several accounts; empty unless it was asked for. */
  apart: GroupReached[];
}

/**
 * Deals videos out to accounts, each of which has its own row of times and of words. With `all`, accounts begin with
 * different videos, so that none goes out everywhere at once.
 * @param shares what pairs of videos have in common, if accounts of one group are to share as little as possible
 * @throws expected `publishing:zone` (422)
 */
export function dealPosts<W extends Work>(
  works: readonly W[],
  channels: readonly DealtChannel[],
  wish: Wish,
  { now, shares = null, product = '' }: { now: Date; shares?: PairShares | null; product?: string },
): Dealt<W> {
  const posts: DealtPost<W>[] = [];
  const chosen = channels.filter(({ isChosen = true }) => isChosen);
  const dealt = new Map(rowsOf(works, chosen, wish.deal, shares).map((row, place) => [chosen[place]?.id, row]));
  const rows = channels.map(({ id }) => dealt.get(id) ?? []);
  moveWorks(rows, channels, wish.moves ?? []);
  for (const [place, { id: channelId, ...account }] of channels.entries()) {
    const times = timesOf(wish, account, now);
    const day = dayIn(account.zone);
    const isDaily = wish.perDay !== null;
    const room = isDaily ? account.room?.copy() : undefined;
    const isFull = (late: Date, time: Date) => day(late) !== day(time) || room?.left(late) === 0;
    const { titles = wish.titles, texts = wish.texts } = wish.own?.[channelId] ?? {};
    for (const [number, work] of (rows[place] ?? []).entries()) {
      const time = times.next().value;
      const late = new Date(time.getTime() + lateness(channelId, work.fileId, wish.spread));
      // What would slip into the next day would be one too many there.
      const at = isDaily && isFull(late, time) ? time : late;
      room?.add(at);
      posts.push({
        ...{ work, channelId, at },
        title: turn(titles, number + place),
        text: turn(texts, number + place),
      });
    }
  }
  posts.sort((a, b) => a.at.getTime() - b.at.getTime());
  const day = dayIn(wish.zone);
  const filled = posts.map((post, index) => {
    const fill = (words: string) =>
      fillWords(words, {
        ...{ name: stemOf(post.work.name), index: index + 1, date: day(post.at) },
        product: productOf(wish, post.channelId, product) ?? '',
      });
    // What stood for nothing leaves no blanks at the ends.
    return { ...post, title: fill(post.title).trim(), text: fill(post.text).trim() };
  });
  return { posts: filled, apart: shares === null ? [] : reachedBy(works, rows, channels, shares) };
}

/** Moves videos to other accounts, behind what these have, unless they have them. */
function moveWorks<W extends Work>(
  rows: W[][],
  channels: readonly DealtChannel[],
  moves: NonNullable<Wish['moves']>,
): void {
  const rowOf = new Map(channels.map(({ id }, place) => [id, rows[place]]));
  for (const { fileId, from, to } of moves) {
    const [source = [], target = []] = [rowOf.get(from), rowOf.get(to)];
    const at = source.findIndex((work) => work.fileId === fileId);
    const work = source[at];
    if (work === undefined || target.some((other) => other.fileId === fileId)) continue;
    source.splice(at, 1);
    target.push(work);
  }
}

/** What accounts of one group have in common in the end. */
function reachedBy<W extends Work>(
  works: readonly W[],
  rows: readonly W[][],
  channels: readonly DealtChannel[],
  shares: PairShares,
): GroupReached[] {
  const placeOf = new Map(rows.flatMap((row, place) => row.map((work) => [work, place] as const)));
  const on = Int32Array.from(works, (work) => placeOf.get(work) ?? 0);
  const groups = channels.map(({ group }) => group);
  return groupsReached(on, groups, shares);
}

/** The videos of each account. */
function rowsOf<W extends Work>(
  works: readonly W[],
  channels: readonly DealtChannel[],
  deal: Wish['deal'],
  shares: PairShares | null,
): W[][] {
  if (deal === 'all') return channels.map((_, place) => rotated(works, place));
  const groups = channels.map(({ group }) => group);
  const on = shares === null ? null : dealApart(works.length, groups, shares);
  const placeOf = (work: number): number => on?.[work] ?? work % channels.length;
  return channels.map((_, place) => works.filter((_work, at) => placeOf(at) === place));
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
