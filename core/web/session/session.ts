import type { Account, LoginToken, Platform } from '#core/contract/account-calls.ts';
import type { GateSession } from '#core/contract/decide.ts';
import type { Level } from '#core/contract/tiers.ts';

import { token } from '../token.ts';

/** Who is logged in, and how far their membership reaches. Observable. */
export interface Session extends GateSession {
  /** `unknown` until a stored token was tried. */
  readonly state: 'unknown' | 'anonymous' | 'loading' | 'active';
  /** The access token, null when there is none or it has expired. */
  readonly token: string | null;
  readonly user: Account | null;
  /** What the user is called: a name made by the system gives way to the WeChat name. */
  readonly displayName: string;
  /** From the role code; null for an anonymous visitor. */
  readonly level: Level | null;
  readonly isFree: boolean;
  /** Whether it is a main account, and no sub-account. */
  readonly isMainAccount: boolean;
  /** The platforms of the installation, read after each login and named in the reader's language. */
  readonly platforms: readonly Platform[];
  /** More devices are in use than the membership allows: offline until the prompt about it is confirmed. */
  readonly forcedOffline: boolean;
  /** The browser's lasting name, for the limit on devices. */
  readonly deviceId: string;
  /** Keeps a token that a login call answered, and loads the user. */
  accept(login: LoginToken): Promise<Account>;
  /**
   * Loads the user if that has not been done; calls at the same time share one request.
   * @throws when there is no token or the server refuses it; token and user are cleared then
   */
  load(): Promise<Account>;
  /** Reads the user anew: after a change of language, name or tier. */
  refresh(): Promise<void>;
  /** Ends the session on the server and here, and goes to `/home`. */
  logOut(): Promise<void>;
  /** Forgets token and user without asking the server. */
  clear(): void;
}

/** {@link Session} with what only the kernel does to it. */
export interface SessionService extends Session {
  /** The login came from a partner's platform. */
  readonly isPartner: boolean;
  /** @param options.partner the login came from a partner's platform */
  accept(login: LoginToken, options?: { partner?: boolean }): Promise<Account>;
  /** Keeps a token without loading its user. */
  keep(login: LoginToken, partner?: boolean): void;
  /** Reads {@link Session.platforms}. */
  loadPlatforms(): Promise<void>;
  /** More devices than the membership allows: see {@link Session.forcedOffline}. */
  forceOffline(): void;
  /** Stops following the other tabs. */
  dispose(): Promise<void>;
}

export const SESSION = token<Session>('session', 1);
