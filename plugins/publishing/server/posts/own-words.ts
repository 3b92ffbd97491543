import type { Mention } from '#core/contract/post-text.ts';

import type { Cover, WishedPosts } from '#plugins/publishing/plan-calls.ts';

/** The topics of an account's posts: its own, or what all have. */
export const topicsOf = ({ own, topics }: Pick<WishedPosts, 'own' | 'topics'>, channelId: string): string[] =>
  own[channelId]?.topics ?? topics;

/** Whom an account's posts mention: its own, or those of its platform. */
export const mentionsOf = ({ own, mentions }: Pick<WishedPosts, 'own' | 'mentions'>, channelId: string): Mention[] =>
  own[channelId]?.mentions ?? mentions[channelId] ?? [];

/** The id of the store that an account's posts name; null for none. */
export function placeOf({ own, place }: Pick<WishedPosts, 'own' | 'place'>, channelId: string): string | null {
  const other = own[channelId]?.place;
  return other === undefined ? place : other;
}

/** The cover of a video on an account: that of the account, or of the video; null for the platform's own. */
export function coverOf(
  { own, covers }: Pick<WishedPosts, 'own' | 'covers'>,
  { channelId, fileId }: { channelId: string; fileId: string },
): Cover | null {
  const cover = own[channelId]?.cover;
  return cover === undefined ? (covers[fileId] ?? null) : cover;
}

/** The product that posts of an account link to; null for none. */
export const productOf = <P>(
  { own = {} }: Partial<Pick<WishedPosts, 'own'>>,
  channelId: string,
  product: P,
): P | null => (own[channelId]?.product === null ? null : product);

/** All covers that are wished for. */
export const allCovers = ({ own, covers }: Pick<WishedPosts, 'own' | 'covers'>): Cover[] => [
  ...Object.values(covers),
  ...Object.values(own).flatMap(({ cover }) => cover ?? []),
];
