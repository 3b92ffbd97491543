import type { WishedPosts } from '#plugins/publishing/plan-calls.ts';
import type { DealtPost, Work } from './deal.ts';
import type { Misfit } from './fit.ts';
import { CLOSE_MILLISECONDS } from './times.ts';

/**
 * Says which posts stand close to another one of their account, which is planned there or among these. Posts that are
 * all to go out at one moment are meant so.
 */
export function closePosts<P extends DealtPost<Work>>(
  posts: readonly P[],
  taken: ReadonlyMap<string, readonly Date[]>,
  { when, perDay }: Pick<WishedPosts, 'when' | 'perDay'>,
  say: (note: Misfit) => string,
): Map<P, string[]> {
  const notes = new Map<P, string[]>();
  const isMeant = (when.kind === 'now' || when.kind === 'at') && perDay === null;
  for (const [channelId, own] of Map.groupBy(posts, (post) => post.channelId)) {
    const there = [...(taken.get(channelId) ?? [])].sort((a, b) => a.getTime() - b.getTime());
    // Both are by their times, so that one look along them is enough.
    let at = 0;
    for (const [number, post] of own.entries()) {
      const near = (other: Date | undefined) =>
        other !== undefined && Math.abs(other.getTime() - post.at.getTime()) < CLOSE_MILLISECONDS;
      while ((there[at]?.getTime() ?? Infinity) <= post.at.getTime() - CLOSE_MILLISECONDS) at += 1;
      const isClose = near(there[at]) || (!isMeant && (near(own[number - 1]?.at) || near(own[number + 1]?.at)));
      const minutes = CLOSE_MILLISECONDS / 60_000;
      if (isClose) notes.set(post, [say({ code: 'publishing:misfit.close', params: { minutes } })]);
    }
  }
  return notes;
}
