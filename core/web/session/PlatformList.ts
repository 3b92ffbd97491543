import type { Platform } from '#core/contract/account-calls.ts';

import type { Http } from '../http/http.ts';
import { observableStore } from '../observable-store.ts';

/** The platforms that the current user may publish to. */
export class PlatformList {
  /** Empty until it is loaded. */
  list: readonly Platform[] = [];
  /** Number of the last request; only its response counts. */
  private asked = 0;

  constructor(private readonly http: () => Pick<Http, 'send'>) {
    observableStore(this);
  }

  /** Loads them, named in the user's language; the previous list stays until the response arrives. */
  async load(): Promise<void> {
    this.asked += 1;
    const mine = this.asked;
    const path = '/api/douyinAuthorityAccount/getPlatformSource';
    const list = await this.http().send<readonly Platform[]>({ method: 'GET', path, handlesErrors: true });
    if (mine === this.asked) this.receive(list);
  }

  clear(): void {
    this.asked += 1;
    this.receive([]);
  }

  private receive(list: readonly Platform[]): void {
    this.list = list;
  }
}
