import type { AxiosAdapter, InternalAxiosRequestConfig } from 'axios';

import { buildAccount, FakeI18n, RecordedDialogs, RecordedToasts } from '#core/web/testing/index.ts';
import type { AccessLock } from '#core/web/lock.ts';
import { createHttp, type HttpService } from '#core/web/http/create-http.ts';
import { createShowFailure } from '#core/web/failures/show-failure.ts';
import { createLoginPrompt } from '#core/web/session/login-prompt.ts';
import type { TraceSpan } from '#core/web/trace/trace.ts';

/** What the server answers: an answer, a fault of the network, or nothing at all. */
export type Scripted =
  | { status?: number; body?: unknown; headers?: Record<string, string> }
  | { fault: 'network' | 'timeout' }
  | 'silence';

/** An envelope as the server sends it. */
export function envelope(code: number, fields: { message?: string; secCode?: number; data?: unknown } = {}) {
  return { code, message: '', secCode: null, data: null, ...fields };
}

/** Calls over a scripted wire, with everything that they can set off. */
export interface BuiltHttp {
  http: HttpService;
  requests: InternalAxiosRequestConfig[];
  /** Locks that an upgrade was offered for. */
  offered: Array<{ lock: AccessLock | null; source: string | undefined; byItself: boolean; isReading: boolean }>;
  dialogs: RecordedDialogs;
  toasts: RecordedToasts;
  spans: TraceSpan[];
  session: {
    token: string | null;
    user: ReturnType<typeof buildAccount> | null;
    forcedOffline: boolean;
    cleared: number;
    clear(): void;
    forceOffline(): void;
  };
  place: { isPublic: boolean };
  /** How often the toasts were taken away, and the login dialog was shown. */
  counts: { closed: number; login: number };
  script(...answers: Scripted[]): void;
}

export function buildHttp(options: { isQF?: boolean; token?: string | null } = {}): BuiltHttp {
  const scripted: Scripted[] = [];
  const requests: InternalAxiosRequestConfig[] = [];
  const spans: TraceSpan[] = [];
  const dialogs = new RecordedDialogs();
  const toasts = new RecordedToasts();
  const i18n = new FakeI18n();
  const counts = { closed: 0, login: 0 };
  const place = { isPublic: false };
  const { closeAll } = toasts;
  toasts.closeAll = () => {
    counts.closed += 1;
    closeAll.call(toasts);
  };
  const session: BuiltHttp['session'] = {
    token: options.token === undefined ? 'token-1' : options.token,
    user: buildAccount({ isQF: options.isQF ?? false }),
    forcedOffline: false,
    cleared: 0,
    clear() {
      session.token = null;
      session.user = null;
      session.cleared += 1;
    },
    forceOffline() {
      session.forcedOffline = true;
    },
  };
  const offered: BuiltHttp['offered'] = [];
  const text: FakeI18n['t'] = (key) => i18n.t(key);
  const tell = createShowFailure({
    session: () => session,
    dialogs: () => dialogs,
    toasts,
    loginPrompt: createLoginPrompt({
      showLogin: () => void (counts.login += 1),
      isLoggedIn: () => session.token !== null,
      isPublicPage: () => place.isPublic,
    }),
    text,
    offerUpgrade: (lock, source, call) => void offered.push({ lock, source, ...call }),
    report(error) {
      throw error;
    },
  });

  const adapter: AxiosAdapter = (config) => {
    requests.push(config);
    const next = scripted.length > 1 ? scripted.shift() : scripted[0];
    if (next === undefined) throw new TypeError('no answer is scripted');
    if (next === 'silence') return new Promise(() => undefined);
    if ('fault' in next) {
      const code = next.fault === 'network' ? 'ERR_NETWORK' : 'ECONNABORTED';
      return Promise.reject(Object.assign(new Error('Network Error'), { isAxiosError: true, code }));
    }
    const { status = 200, body = envelope(1), headers = {} } = next;
    const data = typeof body === 'string' ? body : JSON.stringify(body);
    return Promise.resolve({ data, status, statusText: '', headers, config });
  };

  return {
    http: createHttp({
      token: () => session.token,
      language: () => 'zh',
      text,
      tell,
      record: (span) => spans.push(span),
      adapter,
      random: () => 0,
    }),
    requests,
    offered,
    dialogs,
    toasts,
    spans,
    session,
    place,
    counts,
    script: (...answers) => void scripted.splice(0, scripted.length, ...answers),
  };
}
