import { BrowserSession, type SessionDependencies } from './BrowserSession.ts';
import { sessionTabs } from './session-tabs.ts';
import type { SessionService } from './session.ts';
import { tokenCookie } from './token-cookie.ts';

/** Makes the {@link SessionService}; it begins with the token that the browser kept. */
export function createSession(
  dependencies: Omit<SessionDependencies, 'cookie' | 'tabs'> & Partial<SessionDependencies>,
): SessionService {
  return new BrowserSession({ cookie: tokenCookie(), tabs: sessionTabs(), ...dependencies });
}
