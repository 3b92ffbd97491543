import type { Account, LoginToken } from '#core/contract/account-calls.ts';

import type { Http } from '../http/http.ts';
import type { Undo } from '../scope.ts';
import type { SessionService } from './session.ts';

/** The page after a login by `encryptToken`. */
const AFTER_LOGIN = '/data/center';
const HOME = '/home';

/** The kinds of credential for `/anon/ocean/login`: a code or a token issued by the partner. */
const BY_CODE = 2;
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
 * stored at once where nobody is logged in; else {@link logInByAddress} has to ask. Without `expires_in` it lives as
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

/**
 * Logs in with the `encryptToken` or `auth_code` in the address, or with the token that {@link takeAccessToken} did not
 * store. A link must not end the session of another account without asking. Failures are shown by the error catalogue.
 */
export async function logInByAddress(
  dependencies: AutomaticLoginDependencies,
  offered: LoginToken | null = null,
): Promise<void> {
  const { session, http, page = windowPage() } = dependencies;
  const encrypted = take(page, 'encryptToken');
  const code = take(page, 'auth_code');
  if (encrypted !== null) {
    const request = { method: 'POST', path: '/loginBySign', body: { data: encrypted } } as const;
    const login = await http.send<LoginToken>(request);
    if (!(await maySwitch(dependencies, login))) return;
    await session.accept(login);
    dependencies.go(AFTER_LOGIN);
    dependencies.closeLogin();
  } else if (code !== null && !session.isPartner) {
    await logInAsPartner(dependencies, page, BY_CODE, code, (login) => maySwitch(dependencies, login));
  } else if (offered !== null && (await maySwitch(dependencies, offered))) {
    await session.accept(offered);
  }
}

/** Whether nobody is logged in, or the same account, or whoever is wants to change. */
async function maySwitch(
  { session, http, askToSwitch }: AutomaticLoginDependencies,
  login: LoginToken,
): Promise<boolean> {
  if (session.token === null) return true;
  const mine = await session.load().catch(() => null);
  // It was refused, and is gone.
  if (mine === null && session.token === null) return true;
  const headers = { Authorization: `Bearer ${login.access_token}` };
  const theirs = await http.send<Account>({ method: 'GET', path: '/api/account', headers });
  if (mine?.id === theirs.id) return true;
  return await askToSwitch({ from: mine?.fdName ?? '', to: theirs.fdName });
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

async function logInAsPartner(
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

/** Reads a query parameter and removes it from the address. */
function take(page: AutomaticLoginPage, name: (typeof LOGIN_PARAMETERS)[number]): string | null {
  const url = new URL(page.href);
  const value = url.searchParams.get(name);
  if (value === null) return null;
  url.searchParams.delete(name);
  page.replaceAddress(url.href);
  return value === '' ? null : value;
}

function windowPage(): AutomaticLoginPage {
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
