import { and, eq, inArray } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';

import type { WishedPosts } from '#plugins/publishing/plan-calls.ts';
import type { ChannelRow } from '../channels/channel-tokens.ts';
import { usableChannels } from '../channels/channel-users.ts';
import { publishingChannels } from '../tables.ts';
import { countedPosts } from './day-quotas.ts';
import { dayRoom, type DayRoom } from './day-room.ts';
import type { DealtPost, Work } from './deal.ts';
import { postedFiles, postKey } from './posted-files.ts';
import { takenTimes } from './taken-times.ts';
import { timesOf } from './times.ts';

/** An account that posts could move to, and when it would post next. */
interface Candidate {
  channel: ChannelRow;
  room: DayRoom;
  times: Iterator<Date, never>;
  next: Date;
  /** Whether there is room then. */
  isOpen: boolean;
}

interface Asked {
  accountId: string;
  wish: WishedPosts;
  /** The accounts that posts are dealt out to, as they were asked last. */
  channels: readonly ChannelRow[];
  posts: readonly DealtPost<Work>[];
  /** Those that are too many for their day. */
  beyond: readonly DealtPost<Work>[];
}

/**
 * Finds another account for posts that are too many for their day: of the same platform, with room on the day of its next
 * time, and without the video. Those of the same group come first, then those that are chosen already. All can be moved
 * together: each takes a place of its own.
 */
export async function elsewhereFor(
  ctx: ServerContext,
  { accountId, wish, channels, posts, beyond }: Asked,
): Promise<Map<DealtPost<Work>, ChannelRow>> {
  const found = new Map<DealtPost<Work>, ChannelRow>();
  const byId = new Map(channels.map((channel) => [channel.id, channel]));
  const platforms = [...new Set(beyond.flatMap(({ channelId }) => byId.get(channelId)?.platform ?? []))];
  if (platforms.length === 0) return found;
  const { platform, state } = publishingChannels;
  const others = await usableChannels(ctx.db, accountId, and(inArray(platform, platforms), eq(state, 'normal')));
  const rows = others.map((row) => byId.get(row.id) ?? row).toSorted((a, b) => a.name.localeCompare(b.name));
  const ids = rows.map(({ id }) => id);
  const there = new Set(
    await postedFiles(
      ctx.db,
      ids,
      beyond.map(({ work }) => work.fileId),
    ),
  );
  for (const { channelId, work } of posts) there.add(postKey({ channelId, fileId: work.fileId }));
  const candidates = await candidatesOf(ctx, rows, { wish, posts });
  for (const post of beyond) {
    const from = byId.get(post.channelId);
    const { fileId } = post.work;
    const rank = ({ channel }: Candidate): number =>
      Number(channel.group !== from?.group) * 2 + Number(!byId.has(channel.id));
    const [place] = candidates
      .filter(({ channel, isOpen }) => {
        const isSame = channel.platform === from?.platform && channel.id !== post.channelId;
        return isOpen && isSame && !there.has(postKey({ channelId: channel.id, fileId }));
      })
      .toSorted((a, b) => rank(a) - rank(b));
    if (place === undefined) continue;
    found.set(post, place.channel);
    there.add(postKey({ channelId: place.channel.id, fileId }));
    place.room.add(place.next);
    place.next = place.times.next().value;
    place.isOpen = hasRoom(place);
  }
  return found;
}

const hasRoom = ({ room, next }: Pick<Candidate, 'room' | 'next'>): boolean => room.left(next) > 0;

async function candidatesOf(
  ctx: ServerContext,
  rows: readonly ChannelRow[],
  { wish, posts }: Pick<Asked, 'wish' | 'posts'>,
): Promise<Candidate[]> {
  const now = ctx.clock.now();
  const ids = rows.map(({ id }) => id);
  const taken = await takenTimes(ctx.db, ids, now);
  const counted = await countedPosts(ctx.db, ids, now);
  return rows.map((channel) => {
    const { id, slots, quota } = channel;
    const zone = slots?.zone ?? wish.zone;
    const room = dayRoom({ zone, quota, posts: counted.get(id) ?? [], now });
    const own = posts.filter((post) => post.channelId === id);
    const account = { zone, slots, taken: taken.get(id) ?? [], ...(quota?.daily === 0 ? {} : { room }) };
    const times = timesOf(wish, account, now);
    let next = times.next().value;
    for (const _post of own) next = times.next().value;
    // Only now, for its times begin without these.
    for (const { at } of own) room.add(at);
    return { channel, room, times, next, isOpen: hasRoom({ room, next }) };
  });
}
