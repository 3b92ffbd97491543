import type { TagProps } from '#core/web/ui/Tag.tsx';

import type { Post, PostState, PublishTask, TaskCause } from '#plugins/publishing/post-calls.ts';

/** How states look. */
export const POST_TONES: Readonly<Record<PostState, NonNullable<TagProps['tone']>>> = {
  planned: 'quiet',
  checked: 'info',
  handover: 'caution',
  uploading: 'info',
  processing: 'info',
  review: 'info',
  inbox: 'caution',
  published: 'good',
  failed: 'alarm',
  cancelled: 'quiet',
};

const FIGURES = ['views', 'likes', 'comments', 'shares'] as const;

/** Those figures of a post that its platform tells. */
export function toldFigures(figures: Post['figures']): [(typeof FIGURES)[number], number][] {
  return FIGURES.flatMap((figure) => {
    const value = figures?.[figure] ?? null;
    return value === null ? [] : [[figure, value]];
  });
}

/** The account of a post with its platform: accounts at several platforms often have one name. */
export function accountOf({ channel, service }: Pick<Post, 'channel' | 'service'>): string {
  return service === null ? channel : `${channel} · ${service}`;
}

/** The state of a task as it is shown: whether its owner is asked something, and of one that is over, whether all is out. */
export function shownState({
  state,
  posts,
  published,
  asked,
}: Pick<PublishTask, 'state' | 'posts' | 'published' | 'asked'>): PublishTask['state'] | 'asked' | 'partly' | 'none' {
  if (asked > 0) return 'asked';
  if (state !== 'published' || published === posts) return state;
  return published === 0 ? 'none' : 'partly';
}

export const TASK_TONES: Readonly<Record<ReturnType<typeof shownState>, NonNullable<TagProps['tone']>>> = {
  unpublished: 'quiet',
  publishing: 'info',
  pending: 'caution',
  published: 'good',
  asked: 'caution',
  partly: 'caution',
  none: 'quiet',
};

/** Whether a post waits for its time, or for somebody with a phone, so that it can be moved. */
export function isMovable({ state }: Pick<Post, 'state'>): boolean {
  return state === 'planned' || state === 'handover';
}

/** Whether a post has not gone out yet. */
export function isCancellable({ state }: Pick<Post, 'state'>): boolean {
  return state === 'planned' || state === 'checked' || state === 'handover';
}

export function isRetriable({ state }: Pick<Post, 'state'>): boolean {
  return state === 'failed' || state === 'cancelled';
}

/** Whether posts that have failed for a cause can be tried again together. */
export function isCauseRetriable({ next, code }: Pick<TaskCause, 'next' | 'code'>): boolean {
  // Of an account that is gone nothing goes out again; whether a post may be out already, its owner says of each.
  return next !== 'look' && code !== 'publishing:cause.removed';
}

/** Where owners of accounts see what is on them, where that is the same address for all. */
const LOOK_AT: Readonly<Record<string, string>> = {
  tiktok: 'https://www.tiktok.com/tiktokstudio/content',
  youtube: 'https://studio.youtube.com/',
  instagram: 'https://www.instagram.com/',
  facebook: 'https://www.facebook.com/',
  douyin: 'https://creator.douyin.com/creator-micro/content/manage',
  kuaishou: 'https://cp.kuaishou.com/article/manage/video',
  xiaohongshu: 'https://creator.xiaohongshu.com/',
  x: 'https://x.com/home',
};

export function lookAt({ platform }: Pick<Post, 'platform'>): string | null {
  return LOOK_AT[platform] ?? null;
}

const CLOSE_MILLISECONDS = 30 * 60_000;

/** Ids of posts that wait for their time, and stand close to another one of their account. */
export function closePosts(posts: readonly Post[]): ReadonlySet<string> {
  const found = new Set<string>();
  const open = posts.filter((post) => post.channelId !== null && isCancellable(post));
  for (const own of Map.groupBy(open, ({ channelId }) => channelId).values()) {
    const ordered = own.toSorted((a, b) => a.at.localeCompare(b.at));
    for (const [at, post] of ordered.entries()) {
      const next = ordered[at + 1];
      if (next === undefined || Date.parse(next.at) - Date.parse(post.at) >= CLOSE_MILLISECONDS) continue;
      found.add(post.id);
      found.add(next.id);
    }
  }
  return found;
}
