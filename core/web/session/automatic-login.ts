import type { LoginToken } from '#core/contract/account-calls.ts';

import type { Http } from '../http/http.ts';
import type { Undo } from '../scope.ts';
import type { SessionService } from './session.ts';

/** The page after a login by `encryptToken`. */
const AFTER_LOGIN = '/data/center';
const HOME = '/home';

/** The kinds of credential for `/anon/ocean/login`: a code or a token issued by the partner. */
const BY_CODE = 2;
const BY_TOKEN = 1;

export interface AutomaticLoginDependencies {
  session: Pick<SessionService, 'accept' | 'keep' | 'isPartner'>;
  http: Pick<Http, 'send'>;
  go(to: string): void;
  closeLogin(): void;
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
 * Stores an `access_token` found in the address, and removes it from there, so that it ends up in no history and in no
 * link that is passed on. Without `expires_in` it lives as long as the cookie.
 */
export function takeAccessToken(
  session: Pick<SessionService, 'keep'>,
  lifetime: number,
  page: AutomaticLoginPage = windowPage(),
): void {
  const token = take(page, 'access_token');
  if (token === null) return;
  const expiresIn = take(page, 'expires_in');
  const seconds = Number(expiresIn ?? lifetime);
  session.keep({ access_token: token, expires_in: seconds > 0 ? seconds : lifetime });
}

/** Logs in with the `encryptToken` or `auth_code` in the address. Failures are shown by the error catalogue. */
export async function logInByAddress(dependencies: AutomaticLoginDependencies): Promise<void> {
  const { session, http, page = windowPage() } = dependencies;
  const encrypted = take(page, 'encryptToken');
  const code = take(page, 'auth_code');
  if (encrypted !== null) {
    const request = { method: 'POST', path: '/loginBySign', body: { data: encrypted } } as const;
    await session.accept(await http.send<LoginToken>(request));
    dependencies.go(AFTER_LOGIN);
    dependencies.closeLogin();
  } else if (code !== null && !session.isPartner) {
    await logInAsPartner(dependencies, page, BY_CODE, code);
  }
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
): Promise<void> {
  const wasPartner = session.isPartner;
  const request = { method: 'POST', path: '/anon/ocean/login', body: { type, value } } as const;
  await session.accept(await http.send<LoginToken>(request), { partner: true });
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
function take(page: AutomaticLoginPage, name: string): string | null {
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
