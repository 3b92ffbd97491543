import type { Account, LoginToken, Platform } from '#core/contract/account-calls.ts';
import type { GateSession } from '#core/contract/decide.ts';
import type { Level } from '#core/contract/tiers.ts';

import { token } from '../token.ts';

/** Who is logged in, and what their membership includes. Observable. */
export interface Session extends GateSession {
  /** `unknown` until the stored token has been tried. */
  readonly state: 'unknown' | 'anonymous' | 'loading' | 'active';
  /** The access token; null when there is none or it has expired. */
  readonly token: string | null;
  readonly user: Account | null;
  /** The name to show for the user: the WeChat name instead of a generated one. */
  readonly displayName: string;
  /** Derived from the role code; null for an anonymous visitor. */
  readonly level: Level | null;
  readonly isFree: boolean;
  /** Whether it is a main account rather than a sub-account. */
  readonly isMainAccount: boolean;
  /** The platforms of the installation, loaded after each login and named in the user's language. */
  readonly platforms: readonly Platform[];
  /** More devices are in use than the membership allows: offline until the user confirms the prompt about it. */
  readonly forcedOffline: boolean;
  /** The browser's permanent id, for the device limit. */
  readonly deviceId: string;
  /** Stores the token that a login call returned, and loads the user. */
  accept(login: LoginToken): Promise<Account>;
  /**
   * Loads the user if necessary; concurrent calls share one request.
   * @throws when there is no token or the server refuses it; token and user are cleared then
   */
  load(): Promise<Account>;
  /** Reloads the user, after a change of language, name or tier. */
  refresh(): Promise<void>;
  /** Ends the session on the server and here, and goes to `/home`. */
  logOut(): Promise<void>;
  /** Forgets token and user without asking the server. */
  clear(): void;
}

/** {@link Session} including the methods reserved for the kernel and the shell. */
export interface SessionService extends Session {
  /** Whether the user logged in through a partner's platform. */
  readonly isPartner: boolean;
  /** @param options.partner whether the user logged in through a partner's platform */
  accept(login: LoginToken, options?: { partner?: boolean }): Promise<Account>;
  /** Stores a token without loading its user. */
  keep(login: LoginToken, partner?: boolean): void;
  /** Loads {@link Session.platforms}. */
  loadPlatforms(): Promise<void>;
  /** More devices are in use than the membership allows: see {@link Session.forcedOffline}. */
  forceOffline(): void;
  /** Stops following the other tabs. */
  dispose(): Promise<void>;
}

export const SESSION = token<Session>('session', 1);
