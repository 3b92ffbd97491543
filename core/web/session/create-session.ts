import { makeAutoObservable, observableRef, runInAction } from 'mobx';

import type { Account, LoginToken, Platform } from '#core/contract/account-calls.ts';
import { ADAPTED_ROLE_CODES, adaptRole, levelOfRole, type Level } from '#core/contract/tiers.ts';

import { HttpFailure, type Http } from '../http/http.ts';
import type { Undo } from '../scope.ts';
import type { Storage } from '../storage/storage.ts';
import { deviceIdIn, uuidIn } from './device-id.ts';
import { PlatformList } from './PlatformList.ts';
import { LOGIN_FLAG, sessionTabs, type SessionTabs } from './session-tabs.ts';
import type { Session, SessionService } from './session.ts';
import { tokenCookie, type StoredToken, type TokenCookie } from './token-cookie.ts';

/** The task that a page is in the middle of; forgotten with the session. */
export const CURRENT_TASK = 'currentTask';

/** A log-out waits so long for what has to end before. */
const LEAVE_MILLISECONDS = 2_000;

/** A name that the system made: 用户_ and four digits. */
const MADE_NAME = /^用户_\d{4}$/;

interface SessionDependencies {
  http(): Pick<Http, 'send'>;
  storage: Storage;
  cookie: TokenCookie;
  tabs: SessionTabs;
  go(to: string): void;
  /** The session ended in another tab, or its time was over. */
  ended(): void;
  /** The user logs out: what is theirs ends while the token still holds. */
  leaving?(): Promise<void>;
}

/** Makes the {@link SessionService}; it begins with the token that the browser kept. */
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

  private readonly platformList: PlatformList;
  private stored: StoredToken | null;
  private isLoading = false;
  /** A stored token was tried, or there was none. */
  private tried: boolean;
  /** False where the browser keeps no cookies: then other tabs cannot be followed. */
  private cookieWorks = true;
  private loading: Promise<Account> | null = null;
  private readonly stopFollowing: Undo;

  constructor(private readonly dependencies: SessionDependencies) {
    this.deviceId = deviceIdIn(dependencies.storage);
    uuidIn(dependencies.storage);
    this.platformList = new PlatformList(() => dependencies.http());
    this.stored = dependencies.cookie.read();
    this.tried = this.stored === null;
    makeAutoObservable<
      this,
      'dependencies' | 'stored' | 'cookieWorks' | 'loading' | 'fetchUser' | 'stopFollowing' | 'platformList'
    >(
      this,
      {
        dependencies: false,
        platformList: false,
        deviceId: false,
        user: observableRef,
        stored: observableRef,
        // Time passes without a change that could be observed.
        token: false,
        cookieWorks: false,
        loading: false,
        fetchUser: false,
        stopFollowing: false,
      },
      { autoBind: true },
    );
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
    const name = fdName === '' ? fdUsername : fdName;
    return wechatName !== null && wechatName !== '' && MADE_NAME.test(name) ? wechatName : name;
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
    return this.platformList.list;
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
    // An answer that is under way may be from before the change.
    await this.loading?.catch(() => undefined);
    await this.fetchUser();
  }

  loadPlatforms(): Promise<void> {
    return this.platformList.load();
  }

  async logOut(): Promise<void> {
    if (this.token !== null) {
      await Promise.race([this.dependencies.leaving?.(), new Promise((late) => setTimeout(late, LEAVE_MILLISECONDS))]);
      // Whatever the server says, this browser forgets the session.
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
    const told = this.stored !== null;
    this.forget();
    if (told) this.dependencies.tabs.announce();
  }

  forceOffline(): void {
    this.forcedOffline = true;
  }

  /** Takes over what happened to the cookie elsewhere; ends a session whose time is over. */
  follow(): void {
    const found = this.cookieWorks ? this.dependencies.cookie.read() : this.stored;
    if (found?.access_token === this.stored?.access_token && (found === null || this.token !== null)) return;
    if (found !== null && found.expireTime > Date.now()) {
      this.take(found);
      // Its failure was told by the error catalogue.
      this.load().catch(() => undefined);
    } else if (!this.forcedOffline) {
      this.clear();
      this.dependencies.ended();
    }
  }

  async dispose(): Promise<void> {
    await this.stopFollowing();
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
      // Another session began meanwhile: its own user counts.
      if (this.stored !== stored) return this.stored === null ? await Promise.reject(gone()) : await this.load();
      runInAction(() => {
        this.user = user;
      });
      return user;
    } catch (error) {
      // Without an answer, or with a server in trouble, the token may be as good as ever.
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
