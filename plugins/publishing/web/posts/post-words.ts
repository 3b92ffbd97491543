import type { TagProps } from '#core/web/ui/Tag.tsx';

import type { Post, PostState, PublishTask } from '#plugins/publishing/post-calls.ts';

/** How states look. */
export const POST_TONES: Readonly<Record<PostState, NonNullable<TagProps['tone']>>> = {
  planned: 'quiet',
  checked: 'info',
  handover: 'caution',
  uploading: 'info',
  processing: 'info',
  review: 'info',
  published: 'good',
  failed: 'alarm',
  cancelled: 'quiet',
};

export const TASK_TONES: Readonly<Record<PublishTask['state'], NonNullable<TagProps['tone']>>> = {
  unpublished: 'quiet',
  publishing: 'info',
  pending: 'caution',
  published: 'good',
};

/** Whether a post waits for its time, so that it can be moved. */
export function isMovable({ state }: Pick<Post, 'state'>): boolean {
  return state === 'planned';
}

/** Whether a post has not gone out yet. */
export function isCancellable({ state }: Pick<Post, 'state'>): boolean {
  return state === 'planned' || state === 'checked' || state === 'handover';
}

export function isRetriable({ state }: Pick<Post, 'state'>): boolean {
  return state === 'failed' || state === 'cancelled';
}

/** How many posts of a task are not over. */
export function openPosts({ posts, published, failed, cancelled }: PublishTask): number {
  return Math.max(0, posts - published - failed - cancelled);
}
