import type { Account, LoginToken, Platform } from '#core/contract/account-calls.ts';
import { FEATURE_LEVELS, levelOfRole, type FeatureLevels, type Level } from '#core/contract/tiers.ts';

import { observableStore } from '../observable-store.ts';
import type { Session } from '../session/session.ts';
import { buildAccount } from './builders.ts';

/** Who is logged in while a plugin is being tested. */
export interface SessionFacts {
  /** Null: nobody is logged in. */
  account?: Partial<Account> | null;
  token?: string;
}

/** A session without a server; it may be changed at any time. Observable. */
export class FakeSession implements Session {
  state: Session['state'];
  token: string | null;
  user: Account | null;
  forcedOffline = false;
  readonly deviceId = 'device-of-tests';
  platforms: readonly Platform[] = [];
  /** How often the user was reloaded. */
  refreshed = 0;

  constructor({ account = {}, token = 'token-of-tests' }: SessionFacts = {}) {
    this.user = account === null ? null : buildAccount(account);
    this.token = account === null ? null : token;
    this.state = account === null ? 'anonymous' : 'active';
    observableStore(this);
  }

  get roleCode(): number | null {
    return this.user?.fdRoleCode ?? null;
  }

  get features(): readonly number[] {
    return this.user?.features ?? [];
  }

  get operator(): boolean {
    return this.user?.operator ?? false;
  }

  get featureLevels(): FeatureLevels {
    return this.user?.featureLevels ?? FEATURE_LEVELS;
  }

  get admitted(): boolean {
    return this.user?.admitted ?? true;
  }

  get displayName(): string {
    return this.user?.fdName ?? '';
  }

  get level(): Level | null {
    return this.user === null ? null : (levelOfRole(this.user.fdRoleCode) ?? null);
  }

  get isFree(): boolean {
    return this.level === 'level0';
  }

  get isMainAccount(): boolean {
    return this.user?.fdType === 1;
  }

  /** Logs a user in. */
  logIn(account: Partial<Account> = {}): Account {
    this.user = buildAccount(account);
    this.token = 'token-of-tests';
    this.state = 'active';
    return this.user;
  }

  accept(login: LoginToken): Promise<Account> {
    const account = this.logIn();
    this.token = login.access_token;
    return Promise.resolve(account);
  }

  load(): Promise<Account> {
    return this.user === null ? Promise.reject(new Error('nobody is logged in')) : Promise.resolve(this.user);
  }

  refresh(): Promise<void> {
    this.refreshed += 1;
    return Promise.resolve();
  }

  logOut(): Promise<void> {
    this.clear();
    return Promise.resolve();
  }

  clear(): void {
    this.user = null;
    this.token = null;
    this.state = 'anonymous';
  }
}

/** A session of an account, or of nobody with `account: null`. */
export function buildSession(facts: SessionFacts = {}): FakeSession {
  return new FakeSession(facts);
}
