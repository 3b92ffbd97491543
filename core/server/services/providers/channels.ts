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
}

/** What a platform accepts of an account now; asked for right before a post is written. */
export interface ChannelRules {
  /** Most letters of the title and of the text; null for a channel without one. */
  titleLetters: number | null;
  textLetters: number | null;
  seconds: { least: number; most: number };
  bytes: number;
  /** Who may see a post, by the platform's own words, the usual one first. */
  audiences: readonly string[];
  /** Whether the platform itself publishes at a time; else the workbench does. */
  schedules: boolean;
}

/** A post. */
export interface ChannelPost {
  title: string;
  text: string;
  /** An MP4 file. */
  video: string;
  /** A JPEG file; null for the first picture. */
  cover: string | null;
  audience: string;
  /** When the platform publishes it; only where {@link ChannelRules.schedules}. */
  at: Date | null;
}

/** How far a post is. `link` is where people see it. */
export type ChannelPostState =
  | { state: 'working' }
  | { state: 'review' }
  | { state: 'published'; id: string; link: string | null }
  | { state: 'failed'; reason: string };

/** What a platform tells of by itself. */
export interface ChannelNews {
  /** The same for news that come twice. */
  id: string;
  owner: string;
  /** Of which post, as {@link ChannelProvider.publish} named it; null for news of the account. */
  post: string | null;
  state: ChannelPostState | { state: 'unauthorised' };
}

/** One platform that videos are published to. */
export interface ChannelProvider {
  /** One of the ids in `core/contract/platforms.ts`. */
  readonly platform: string;
  /**
   * Where the owner is sent to agree.
   * @param request.state comes back unchanged; `redirect`: where they come back to
   * @returns the address, and what {@link exchange} has to be given again (a code verifier), sealed by the caller
   */
  authorise(request: { state: string; redirect: string }): Promise<{ url: string; keep: string | null }>;
  /** Turns what came back into a permission. Codes are good for one exchange. @throws ProviderFailure `unauthorised` */
  exchange(
    query: Readonly<Record<string, string>>,
    request: { redirect: string; keep: string | null },
  ): Promise<{ owner: ChannelOwner; tokens: ChannelTokens }>;
  /**
   * Renews a permission. Old ones may end at once, so the caller renews one account at a time and stores what it is
   * answered before anything uses it. @throws ProviderFailure `unauthorised` when the owner has to agree again
   */
  refresh(tokens: ChannelTokens): Promise<ChannelTokens>;
  rules(tokens: ChannelTokens, signal?: AbortSignal): Promise<ChannelRules>;
  /**
   * Uploads and posts. Posting twice is worse than not at all: `saved` is what an earlier attempt has kept by `save`
   * (upload session, parts, post id), and after the last byte an adapter asks for the state before it sends anything
   * again.
   * @returns the name of the post, for {@link check}
   * @throws ProviderFailure
   */
  publish(
    post: ChannelPost,
    work: {
      tokens: ChannelTokens;
      saved: string | null;
      save(state: string): Promise<void>;
      onProgress(done: number): void;
      signal: AbortSignal;
    },
  ): Promise<string>;
  check(post: string, tokens: ChannelTokens, signal?: AbortSignal): Promise<ChannelPostState>;
  /** Checks and reads what the platform sends; the same news may come several times. @throws ProviderFailure `refused` for a wrong signature */
  receive?(call: ServiceCall): Promise<{ answer: ServiceAnswer; news: readonly ChannelNews[] }>;
}
