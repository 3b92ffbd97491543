import { serverToken } from '#core/server/plugins/server-token.ts';

/** What the posts of one account at a platform gained on one day; 0 for what the platform does not tell. */
export interface DailyFigures {
  /** Whose posts: the account that was asked for, or one of its sub-accounts. */
  accountId: string;
  /** The account at the platform that they stand on; null once it was removed. */
  channelId: string | null;
  /** One of `core/contract/platforms.ts`, or a plugin's own word. */
  platform: string;
  /** Such as `2026-11-27`, in the zone that was asked for. */
  day: string;
  /** Published on that day. */
  posts: number;
  views: number;
  likes: number;
  comments: number;
  shares: number;
}

/** Whose figures of which days. */
export interface FiguresQuery {
  accountId: string;
  /** Along with those of its sub-accounts. */
  withSubAccounts?: boolean;
  /** The first day and the last one. */
  from: string;
  to: string;
  /** Whose days are meant, such as `Asia/Shanghai`. */
  zone: string;
}

/** How posts do, for what adds up figures of several sources. */
export interface PublishingFigures {
  /**
   * What was gained each day: also by posts of earlier days, each reading less the one before it. Days on which nothing
   * was gained are left out.
   * @throws expected `publishing:zone` (422)
   */
  daily(query: FiguresQuery): Promise<readonly DailyFigures[]>;
}

/** Figures of posts; absent while the plugin is off. */
export const PUBLISHING_FIGURES = serverToken<PublishingFigures>('publishing.figures', 1);
