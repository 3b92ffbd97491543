import type { Account, LoginToken } from '#core/contract/account-calls.ts';

import { BrowserSession, type SessionDependencies } from './BrowserSession.ts';
import { sessionTabs } from './session-tabs.ts';
import type { Session } from './session.ts';
import { tokenCookie } from './token-cookie.ts';

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

/** Makes the {@link SessionService}; it begins with the token that the browser kept. */
export function createSession(
  dependencies: Omit<SessionDependencies, 'cookie' | 'tabs'> & Partial<SessionDependencies>,
): SessionService {
  return new BrowserSession({ cookie: tokenCookie(), tabs: sessionTabs(), ...dependencies });
}
