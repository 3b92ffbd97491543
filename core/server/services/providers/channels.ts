import type { Counting, Mention, MentionRule } from '#core/contract/post-text.ts';

import type { ServiceAnswer, ServiceCall } from './service-call.ts';

/** The permission to post for somebody. Sealed at rest. */
export interface ChannelTokens {
  access: string;
  /** Null where there is none: then the owner is asked again once the access has ended. */
  refresh: string | null;
  expiresAt: Date | null;
  refreshExpiresAt: Date | null;
  /** What was allowed; the owner may have allowed less than was asked for. */
  scopes: readonly string[];
}

/** Somebody's account at a platform. */
export interface ChannelOwner {
  /** The platform's own id of it, which stays when it is renamed. */
  id: string;
  name: string;
  /** The address of a picture, which may end soon; null without one. */
  picture: string | null;
  /** The platform's own id of whoever has agreed, where the account is another one, such as a page. */
  agreedBy?: string;
}

/** An account and the permission to post for it. */
export interface AgreedAccount {
  owner: ChannelOwner;
  tokens: ChannelTokens;
}

/** What a platform tells of an account. */
export interface ChannelProfile extends ChannelOwner {
  /** How many follow it; null where the platform does not tell. */
  followers: number | null;
}

/** Something that the owner is asked for before the platform is, such as the address of a server. */
export interface ChannelQuestion {
  /** Small letters, digits and dashes. */
  name: string;
  /** Text key. */
  title: string;
  /** A password is only passed on, never stored; an address is one of a site, with https. */
  kind: 'text' | 'address' | 'password';
}

/** What a platform accepts of an account now; asked for right before a post is written, and again before it is sent. */
export interface ChannelRules {
  /** Most letters of the title and of the text; null for a channel without one. */
  titleLetters: number | null;
  textLetters: number | null;
  /** Most topics; null where only the letters of the text count. */
  topics: number | null;
  seconds: { least: number; most: number };
  bytes: number;
  /** Pixels along the shorter and along the longer side; null where it does not matter. */
  side: { least: number; most: number } | null;
  /** Width to height; null where it does not matter. */
  ratio: { least: number; most: number } | null;
  /** MIME types of files that it takes; any that ffmpeg reads when absent. */
  containers?: readonly string[];
  /** Codecs of pictures and of sound that it takes, by ffmpeg's names; any when absent. */
  codecs?: { pictures?: readonly string[]; sound?: readonly string[] };
  /** How many posts the account may still make today; null where nobody tells. */
  left: number | null;
  /** How many posts the platform takes of an account on any day; absent where it does not say. */
  daily?: number;
  /** Whether both count the last 24 hours at any moment, rather than days. */
  isMoving?: true;
  /** Who may see a post, by the platform's own words, the usual one first. */
  audiences: readonly string[];
  /** Whether the platform itself publishes at a time; else the workbench does. */
  schedules: boolean;
  /** How letters of the text are counted; as UTF-16 does when absent. */
  counts?: Counting;
  /** Whether topics are tags beside the text, so that they take none of its letters. */
  hasTags?: true;
  /** Who can be mentioned; absent where a post mentions nobody. */
  mentions?: MentionRule;
  /**
   * How a post names a product: by a `link` in its text, or as an `item` of the platform's own, whose address matches
   * `pattern`. Absent where it names none.
   */
  products?: { as: 'link' } | { as: 'item'; pattern: string };
  /** Whether a cover may be a frame of the video, or any picture; absent where the platform chooses its own. */
  covers?: 'frames' | 'pictures';
  /** Whether a post is only a draft of its video, whose words, cover and audience its owner chooses in the app. */
  isDraft?: true;
}

/** A store or a sight that a post names. */
export interface ChannelPlace {
  /** The platform's own id of it. */
  poiId: string;
  name: string;
}

/** A product that a post links to. */
export interface ChannelProduct {
  /** Its address. */
  url: string;
  name: string;
}

/** A post. */
export interface ChannelPost {
  /** The same for every attempt to make this post, and for no other. */
  key: string;
  title: string;
  text: string;
  /** Without the mark before them. The adapter puts them where its platform wants them. */
  topics: readonly string[];
  /** Whom it mentions, as {@link ChannelRules.mentions} has it. The adapter puts them where its platform wants them. */
  mentions?: readonly Mention[];
  /** An MP4 file. */
  video: string;
  /** A JPEG file, where {@link ChannelRules.covers} has any; null leaves it to the platform. */
  cover: string | null;
  /** Seconds of the video that the cover shows; absent without one, and where it is another picture. */
  coverAt?: number;
  audience: string;
  /** Where it was made; nothing when absent. Platforms without places leave it out. */
  place?: ChannelPlace;
  /** An address that stands below the text; only where {@link ChannelRules.products} has links. */
  link?: string;
  /** What the platform shows with the post; only where {@link ChannelRules.products} has items. */
  product?: ChannelProduct;
  /** When the platform publishes it; only where {@link ChannelRules.schedules}. */
  at: Date | null;
}

/** How far a post is. `inbox`: it is a draft that its owner has to finish in the app; `link` is where people see it. */
export type ChannelPostState =
  | { state: 'working' }
  | { state: 'review' }
  | { state: 'inbox' }
  | { state: 'published'; id: string; link: string | null }
  | { state: 'failed'; reason: string };

/**
 * What a platform tells of by itself. News of a post only make it be checked at once, since they come late, twice and in
 * any order; those of an account that were sent before its owner agreed last are not heeded.
 */
export interface ChannelNews {
  /** The same for news that come twice. */
  id: string;
  /** Of whose account; for `unauthorised` it may be {@link ChannelOwner.agreedBy} instead. */
  owner: string;
  /** Of which post, as {@link ChannelProvider.publish} named it; null for news of the account. */
  post: string | null;
  state: ChannelPostState | { state: 'unauthorised' };
  /** When it happened at the platform; null where that is not told, so that an account is asked about instead. */
  at: Date | null;
}

/** How a post does; null for what the platform does not tell. */
export interface ChannelFigures {
  views: number | null;
  likes: number | null;
  comments: number | null;
  shares: number | null;
}

/** What an attempt to publish works with. */
export interface ChannelWork {
  tokens: ChannelTokens;
  /** What an earlier attempt has kept by `save` or `commit`; null for the first one. */
  saved: string | null;
  /** Keeps how far the upload is, such as its session and its parts. */
  save(state: string): Promise<void>;
  /**
   * Keeps that the request which makes the post goes out now: after it, nobody knows whether there is a post until the
   * platform says so. When an attempt ends behind it without an answer, {@link ChannelProvider.find} is asked before
   * anything is sent again.
   */
  commit(state: string): Promise<void>;
  /** 0 to 1. */
  onProgress(done: number): void;
  signal: AbortSignal;
}

/** How people post at a platform that programs cannot post to. */
export interface ChannelHandover {
  /** Text key of the platform's own name. */
  name: string;
  /** Whether every post there has a link that its author can copy. */
  hasLinks: boolean;
  /**
   * Finds the link of a post at this platform in what somebody has pasted, such as a text that its app shares. Short
   * links are taken as they are. @returns null when there is none
   */
  linkIn(pasted: string): string | null;
  /** The platform's own id of the post, as the link says it; null for a short one. Absent where no link says it. */
  postIdIn?(link: string): string | null;
  /** Whether the query of a link says which post it is of; where it is not told, it is host and path that do. */
  isNamedByQuery?(link: string): boolean;
  /**
   * Asks the platform which post a link leads to. Absent where it is not asked.
   * @returns its own id of it; null when it does not tell
   * @throws expected while it cannot be asked
   */
  findPost?(link: string, signal: AbortSignal): Promise<string | null>;
  /**
   * Where the platform's app opens with a video to post, for a short while. Null until operators have filled in what
   * that takes. @param post.video its address, for anybody who has it
   * @throws ProviderFailure
   */
  appLink?: ((post: { title: string; topics: readonly string[]; video: string }) => Promise<string>) | null;
}

/** How videos are sent to their owners as drafts, in place of being posted. */
export interface ChannelDrafts extends Pick<ChannelProvider, 'rules' | 'publish'> {
  /** Whether an owner has allowed that, who may have agreed before it was asked for. */
  isAllowed(tokens: ChannelTokens): boolean;
  /** Set where nothing else is sent, whatever members have chosen before. */
  readonly isOnly?: true;
}

/** One platform that videos are published to. */
export interface ChannelProvider {
  /** One of the ids in `core/contract/platforms.ts`, or the plugin's own word for another one. */
  readonly platform: string;
  /** Whether posts take none of an account's publishes, such as those to pages of this installation. */
  readonly isFree?: true;
  /** Set where people post by hand: then posts wait for them, and what posts by itself is never called. */
  readonly handover?: ChannelHandover;
  /** Set where members may have the videos of an account sent as drafts instead. */
  readonly drafts?: ChannelDrafts;
  /** Text key of a sentence for whoever connects an account: what that takes, and what they will be asked for. */
  readonly about?: string;
  /** What the owner is asked for first; nothing when absent. */
  readonly asks?: readonly ChannelQuestion[];
  /**
   * Where the owner is sent to agree.
   * @param request.state comes back unchanged; `redirect`: where they come back to; `answers`: to what is asked for, by
   *   name; `account`: the id of the account here that the channel will belong to
   * @returns the address, or null where nothing but the answers is needed, and what {@link exchange} has to be given
   *   again (a code verifier), sealed by the caller
   * @throws ProviderFailure `refused` for answers that do not do
   */
  authorise(request: {
    state: string;
    redirect: string;
    answers: Readonly<Record<string, string>>;
    account: string;
  }): Promise<{ url: string | null; keep: string | null }>;
  /**
   * Turns what came back into a permission; the query is empty where nobody was sent anywhere. Codes are good for one
   * exchange.
   * @returns an account, and `others` that were chosen at the platform along with it, such as further pages
   * @throws ProviderFailure `unauthorised`
   */
  exchange(
    query: Readonly<Record<string, string>>,
    request: { redirect: string; keep: string | null },
  ): Promise<AgreedAccount & { others?: readonly AgreedAccount[] }>;
  /**
   * Renews a permission. Old ones may end at once, so the caller renews one account at a time and stores what it is
   * answered before anything uses it. @throws ProviderFailure `unauthorised` when the owner has to agree again
   */
  refresh(tokens: ChannelTokens): Promise<ChannelTokens>;
  rules(tokens: ChannelTokens, signal?: AbortSignal): Promise<ChannelRules>;
  profile(tokens: ChannelTokens, signal?: AbortSignal): Promise<ChannelProfile>;
  /**
   * Uploads and posts. Posting twice is worse than not at all: an adapter goes on from `work.saved`, and calls
   * `work.commit` right before the request that makes the post.
   * @returns the name of the post, for {@link check}
   * @throws ProviderFailure
   */
  publish(post: ChannelPost, work: ChannelWork): Promise<string>;
  /**
   * Looks for the post of an attempt whose answer was lost. Without it such a post ends as failed, and its owner is asked
   * to look.
   * @param work.since when that attempt began
   * @returns the name of the post; null when there is none, so that it may be sent again
   * @throws ProviderFailure while nobody can tell
   */
  find?(
    post: ChannelPost,
    work: { tokens: ChannelTokens; saved: string; since: Date; signal: AbortSignal },
  ): Promise<string | null>;
  check(post: string, tokens: ChannelTokens, signal?: AbortSignal): Promise<ChannelPostState>;
  /** How posts do, by their names; those that are gone are left out. Absent where the platform does not tell. */
  figures?(
    posts: readonly string[],
    tokens: ChannelTokens,
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, ChannelFigures>>;
  /**
   * Gives a permission back. Absent where it can only be taken back at the platform. Not called while other accounts here
   * have the same {@link ChannelOwner.agreedBy}, whose permission it may be as well.
   */
  revoke?(tokens: ChannelTokens): Promise<void>;
  /**
   * Checks and reads what the platform sends, with GET as well where it asks whether the address is the right one. The same
   * news may come several times. Absent where the platform tells nothing by itself.
   * @throws ProviderFailure `refused` for a wrong signature
   */
  receive?(call: ServiceCall): Promise<{ answer: ServiceAnswer; news: readonly ChannelNews[] }>;
}
