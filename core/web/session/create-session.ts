import { runInAction } from 'mobx';

import type { Account, LoginToken, Platform } from '#core/contract/account-calls.ts';
import { displayName } from '#core/contract/display-name.ts';
import {
  ADAPTED_ROLE_CODES,
  adaptRole,
  FEATURE_LEVELS,
  levelOfRole,
  type FeatureLevels,
  type Level,
} from '#core/contract/tiers.ts';

import { createScope } from '../create-scope.ts';
import { HttpFailure, type Http } from '../http/http.ts';
import { LiveValue } from '../live/LiveValue.ts';
import { observableStore } from '../observable-store.ts';
import type { Undo } from '../scope.ts';
import type { BrowserStorage } from '../storage/storage.ts';
import { deviceIdIn, uuidIn } from './device-id.ts';
import { LOGIN_FLAG, sessionTabs, type SessionTabs } from './session-tabs.ts';
import type { Session, SessionService } from './session.ts';
import { tokenCookie, type StoredToken, type TokenCookie } from './token-cookie.ts';

/** Storage key of the task that a page is working on; cleared with the session. */
export const CURRENT_TASK = 'currentTask';

/** How long logging out waits for things that have to end before it. */
const LEAVE_MILLISECONDS = 2_000;

const NO_PLATFORMS: readonly Platform[] = [];

interface SessionDependencies {
  http(): Pick<Http, 'send'>;
  storage: BrowserStorage;
  cookie: TokenCookie;
  tabs: SessionTabs;
  go(to: string): void;
  /** Called when the session was ended in another tab or has expired. */
  ended(): void;
  /** The user is logging out: ends what belongs to them while the token is still valid. */
  leaving?(): Promise<void>;
}

/** Creates the {@link SessionService}, starting with the token that the browser stored. */
export function createSession(
  dependencies: Omit<SessionDependencies, 'cookie' | 'tabs'> & Partial<SessionDependencies>,
): SessionService {
  return new BrowserSession({ cookie: tokenCookie(), tabs: sessionTabs(), ...dependencies });
}

/** The {@link SessionService} of one page. */
class BrowserSession implements SessionService {
  user: Account | null = null;
  forcedOffline = false;
  readonly deviceId: string;

  private readonly platformList: LiveValue<readonly Platform[]>;
  private stored: StoredToken | null;
  private isLoading = false;
  /** Whether the stored token has been tried, or there was none. */
  private tried: boolean;
  /** False where the browser stores no cookies: other tabs cannot be followed then. */
  private cookieWorks = true;
  private loading: Promise<Account> | null = null;
  private readonly stopFollowing: Undo;
  readonly #scope = createScope('session');

  constructor(private readonly dependencies: SessionDependencies) {
    this.deviceId = deviceIdIn(dependencies.storage);
    uuidIn(dependencies.storage);
    const path = '/api/douyinAuthorityAccount/getPlatformSource';
    this.platformList = new LiveValue(this.#scope, (signal) =>
      dependencies.http().send({ method: 'GET', path, handlesErrors: true, signal }),
    );
    this.stored = dependencies.cookie.read();
    this.tried = this.stored === null;
    // It also changes as time passes, which cannot be observed.
    observableStore(this, 'token');
    this.stopFollowing = dependencies.tabs.follow(this.follow);
  }

  get state(): Session['state'] {
    if (this.user !== null) return 'active';
    if (this.isLoading) return 'loading';
    return this.tried || this.stored === null ? 'anonymous' : 'unknown';
  }

  get token(): string | null {
    return this.stored === null || this.stored.expireTime <= Date.now() ? null : this.stored.access_token;
  }

  get isPartner(): boolean {
    return this.stored?.partner === true;
  }

  get displayName(): string {
    if (this.user === null) return '';
    const { fdName, fdUsername, wechatName } = this.user;
    return displayName(fdName === '' ? fdUsername : fdName, wechatName);
  }

  get roleCode(): number | null {
    return this.user?.fdRoleCode ?? null;
  }

  get features(): readonly number[] {
    return this.user?.features ?? [];
  }

  get operator(): boolean {
    return this.user?.operator === true;
  }

  get featureLevels(): FeatureLevels {
    return this.user?.featureLevels ?? FEATURE_LEVELS;
  }

  get admitted(): boolean {
    return this.user?.admitted ?? true;
  }

  get level(): Level | null {
    return this.user === null ? null : (levelOfRole(this.user.fdRoleCode) ?? null);
  }

  get isFree(): boolean {
    return this.user !== null && adaptRole(this.user.fdRoleCode) === ADAPTED_ROLE_CODES.level0;
  }

  get isMainAccount(): boolean {
    return this.user?.fdType === 1;
  }

  get platforms(): readonly Platform[] {
    return this.platformList.value ?? NO_PLATFORMS;
  }

  async accept(login: LoginToken, options: { partner?: boolean } = {}): Promise<Account> {
    this.keep(login, options.partner === true);
    return await this.load();
  }

  keep(login: LoginToken, partner = false): void {
    const stored: StoredToken = {
      access_token: login.access_token,
      expires_in: login.expires_in,
      expireTime: Date.now() + login.expires_in * 1000,
      ...(partner ? { partner: true as const } : {}),
    };
    this.take(stored);
    this.cookieWorks = this.dependencies.cookie.write(stored);
    this.dependencies.storage.write(LOGIN_FLAG, stored.expireTime);
    this.dependencies.tabs.announce();
  }

  load(): Promise<Account> {
    if (this.user !== null) return Promise.resolve(this.user);
    return this.fetchUser();
  }

  async refresh(): Promise<void> {
    // A pending response may be older than the change.
    await this.loading?.catch(() => undefined);
    await this.fetchUser();
  }

  async loadPlatforms(): Promise<void> {
    await this.platformList.load();
    if (this.platformList.failure !== null) throw this.platformList.failure.error;
  }

  async logOut(): Promise<void> {
    if (this.token !== null) {
      await Promise.race([this.dependencies.leaving?.(), new Promise((late) => setTimeout(late, LEAVE_MILLISECONDS))]);
      // Whatever the server answers, this browser forgets the session.
      await this.dependencies
        .http()
        .send({ method: 'POST', path: '/api/account/logout', handlesErrors: true, timeout: 10_000 })
        .catch(() => undefined);
    }
    this.clear();
    this.dependencies.go('/home');
  }

  clear(): void {
    if (this.stored !== null) {
      this.dependencies.cookie.remove();
      this.dependencies.storage.remove(LOGIN_FLAG);
    }
    this.dependencies.storage.remove(CURRENT_TASK);
    const wasLoggedIn = this.stored !== null;
    this.forget();
    if (wasLoggedIn) this.dependencies.tabs.announce();
  }

  forceOffline(): void {
    this.forcedOffline = true;
  }

  /** Takes over a change of the cookie made elsewhere; ends a session that has expired. */
  follow(): void {
    const found = this.cookieWorks ? this.dependencies.cookie.read() : this.stored;
    if (found?.access_token === this.stored?.access_token && (found === null || this.token !== null)) return;
    if (found !== null && found.expireTime > Date.now()) {
      this.take(found);
      // The error catalogue has shown the failure.
      this.load().catch(() => undefined);
    } else if (!this.forcedOffline) {
      this.clear();
      this.dependencies.ended();
    }
  }

  async dispose(): Promise<void> {
    await this.stopFollowing();
    await this.#scope.dispose();
  }

  private take(stored: StoredToken): void {
    this.forget();
    this.stored = stored;
    this.tried = false;
  }

  private forget(): void {
    this.stored = null;
    this.user = null;
    this.platformList.clear();
    this.loading = null;
    this.isLoading = false;
    this.forcedOffline = false;
    this.tried = true;
  }

  private fetchUser(): Promise<Account> {
    if (this.loading !== null) return this.loading;
    const { stored } = this;
    const loading = this.askForUser(stored);
    this.loading = loading;
    runInAction(() => {
      this.isLoading = true;
    });
    const done = () => {
      if (this.loading !== loading) return;
      this.loading = null;
      runInAction(() => {
        this.isLoading = false;
        this.tried = true;
      });
    };
    loading.then(done, done);
    return loading;
  }

  private async askForUser(stored: StoredToken | null): Promise<Account> {
    try {
      if (stored === null || this.token === null) {
        throw new HttpFailure('', { kind: 'refused', status: 401 });
      }
      const user = await this.dependencies.http().send<Account>({ method: 'GET', path: '/api/account' });
      // Another session began in the meantime: its user counts.
      if (this.stored !== stored) return this.stored === null ? await Promise.reject(gone()) : await this.load();
      runInAction(() => {
        this.user = user;
      });
      return user;
    } catch (error) {
      // Without an answer, or when the server is in trouble, the token may still be valid.
      if (this.stored === stored && isRefusal(error) && !this.forcedOffline) this.clear();
      throw error;
    }
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof HttpFailure && error.kind === 'refused' && error.status < 500;
}

function gone(): HttpFailure {
  return new HttpFailure('', { kind: 'cancelled' });
}
