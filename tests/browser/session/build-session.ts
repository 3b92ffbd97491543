import { createSession } from '#core/web/session/create-session.ts';
import type { SessionTabs } from '#core/web/session/session-tabs.ts';
import type { SessionService } from '#core/web/session/session.ts';
import type { StoredToken, TokenCookie } from '#core/web/session/token-cookie.ts';
import { createStorage } from '#core/web/storage/create-storage.ts';
import { answerRaw, buildAccount, RecordedToasts, ScriptedHttp, type Answer } from '#core/web/testing/index.ts';

/** The cookie and the tabs of one browser. */
export interface Browser {
  cookie: TokenCookie & { token: StoredToken | null };
  tab(): SessionTabs;
}

export function buildBrowser(token: StoredToken | null = null): Browser {
  const listeners = new Set<{ tab: object; changed: () => void }>();
  const cookie: Browser['cookie'] = {
    token,
    read: () => (cookie.token === null || cookie.token.expireTime <= Date.now() ? null : cookie.token),
    write(written) {
      cookie.token = written;
      return true;
    },
    remove() {
      cookie.token = null;
    },
  };
  return {
    cookie,
    tab() {
      const tab = {};
      return {
        announce: () => [...listeners].filter((entry) => entry.tab !== tab).forEach(({ changed }) => changed()),
        follow(changed) {
          const entry = { tab, changed };
          listeners.add(entry);
          return () => void listeners.delete(entry);
        },
      };
    },
  };
}

export const account = (overrides: Parameters<typeof buildAccount>[0] = {}): Answer =>
  answerRaw('GET', '/api/account', buildAccount(overrides));

export const stored = (access_token = 'kept'): StoredToken => ({
  access_token,
  expires_in: 3600,
  expireTime: Date.now() + 3_600_000,
});

export interface BuiltSession {
  session: SessionService;
  http: ScriptedHttp;
  browser: Browser;
  went: string[];
  ended: () => number;
  storage: ReturnType<typeof createStorage>;
}

export function buildSession(answers: readonly Answer[], browser: Browser = buildBrowser()): BuiltSession {
  const http = new ScriptedHttp(answers, new RecordedToasts());
  const went: string[] = [];
  let ended = 0;
  const storage = createStorage(() => {
    throw new Error('no storage');
  });
  const session = createSession({
    http: () => http,
    storage,
    cookie: browser.cookie,
    tabs: browser.tab(),
    go: (to) => void went.push(to),
    ended: () => void (ended += 1),
  });
  return { session, http, browser, went, ended: () => ended, storage };
}
