import type { LoginToken } from '#core/contract/account-calls.ts';

import type { Http } from '../http/http.ts';
import type { Undo } from '../scope.ts';
import type { SessionService } from './session.ts';

const HOME = '/home';

/** The kinds of credential for `/anon/ocean/login`: a code or a token issued by the partner. */
export const BY_CODE = 2;
const BY_TOKEN = 1;

/** The query parameters that log somebody in. */
export const LOGIN_PARAMETERS = ['access_token', 'expires_in', 'encryptToken', 'auth_code'] as const;

export interface AutomaticLoginDependencies {
  session: Pick<SessionService, 'accept' | 'isPartner' | 'token' | 'load'>;
  http: Pick<Http, 'send'>;
  go(to: string): void;
  closeLogin(): void;
  /** Asks whether to leave the session of one account for that of another. */
  askToSwitch(names: { from: string; to: string }): Promise<boolean>;
  /** Origins of pages that may embed this one in a frame and log in for it. */
  partnerOrigins: readonly string[];
  page?: AutomaticLoginPage;
}

/** The parts of the page that are read and changed; the window's own by default. */
export interface AutomaticLoginPage {
  readonly href: string;
  /** Replaces the address without navigating. */
  replaceAddress(href: string): void;
  reload(): void;
  /** Listens to messages of the window that embeds this page. */
  onParentMessage(listener: (origin: string, data: unknown) => void): Undo;
}

/**
 * Takes an `access_token` out of the address, so that it ends up in no history and in no link that is passed on. It is
 * stored at once where nobody is logged in; else `logInByAddress` has to ask. Without `expires_in` it lives as
 * long as the cookie.
 * @returns the token that was not stored
 */
export function takeAccessToken(
  session: Pick<SessionService, 'keep' | 'token'>,
  lifetime: number,
  page: AutomaticLoginPage = windowPage(),
): LoginToken | null {
  const token = take(page, 'access_token');
  if (token === null) return null;
  const expiresIn = take(page, 'expires_in');
  if (token === session.token) return null;
  const seconds = Number(expiresIn ?? lifetime);
  const login = { access_token: token, expires_in: seconds > 0 ? seconds : lifetime };
  if (session.token !== null) return login;
  session.keep(login);
  return null;
}

/** Logs in when the page of a registered partner, which embeds this one in a frame, sends a token. */
export function followPartner(dependencies: AutomaticLoginDependencies, report: (error: unknown) => void): Undo {
  const { session, partnerOrigins, page = windowPage() } = dependencies;
  if (partnerOrigins.length === 0) return () => undefined;
  return page.onParentMessage((origin, data) => {
    if (!partnerOrigins.includes(origin) || !isPartnerMessage(data)) return;
    // An existing session is not started again; it only gets a fresh token now and then.
    if (data.type === 'init' && session.isPartner) return;
    logInAsPartner(dependencies, page, BY_TOKEN, data.token).catch(report);
  });
}

/** Logs in by a credential of the partner. @param may whether it may replace the session there is */
export async function logInAsPartner(
  { session, http }: AutomaticLoginDependencies,
  page: AutomaticLoginPage,
  type: number,
  value: string,
  may: (login: LoginToken) => Promise<boolean> = () => Promise.resolve(true),
): Promise<void> {
  const wasPartner = session.isPartner;
  const request = { method: 'POST', path: '/anon/ocean/login', body: { type, value } } as const;
  const login = await http.send<LoginToken>(request);
  if (!(await may(login))) return;
  await session.accept(login, { partner: true });
  if (!wasPartner && new URL(page.href).pathname !== HOME) page.reload();
}

function isPartnerMessage(data: unknown): data is { type: 'init' | 'refresh_token'; token: string } {
  return (
    typeof data === 'object' &&
    data !== null &&
    'type' in data &&
    (data.type === 'init' || data.type === 'refresh_token') &&
    'token' in data &&
    typeof data.token === 'string' &&
    data.token !== ''
  );
}

/** Whether the address asks for a login. */
export function asksForLogin(href: string): boolean {
  const { searchParams } = new URL(href);
  return LOGIN_PARAMETERS.some((name) => searchParams.has(name));
}

/** Reads a query parameter and removes it from the address. */
export function take(page: AutomaticLoginPage, name: (typeof LOGIN_PARAMETERS)[number]): string | null {
  const url = new URL(page.href);
  const value = url.searchParams.get(name);
  if (value === null) return null;
  url.searchParams.delete(name);
  page.replaceAddress(url.href);
  return value === '' ? null : value;
}

/** The page of the window. */
export function windowPage(): AutomaticLoginPage {
  return {
    get href() {
      return window.location.href;
    },
    replaceAddress: (href) => window.history.replaceState(window.history.state, '', href),
    reload: () => window.location.reload(),
    onParentMessage(listener) {
      const hear = ({ source, origin, data }: MessageEvent<unknown>) => {
        if (window.parent !== window && source === window.parent) listener(origin, data);
      };
      window.addEventListener('message', hear);
      return () => window.removeEventListener('message', hear);
    },
  };
}
