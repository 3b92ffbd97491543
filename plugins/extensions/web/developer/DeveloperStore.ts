import type { CallData } from '#core/contract/call.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { observableStore } from '#core/web/observable-store.ts';

import { makeDeveloperKey } from '#plugins/extensions/calls.ts';

/** Creates developer keys; the server returns each only once. */
export class DeveloperStore {
  made: CallData<typeof makeDeveloperKey> | null = null;
  failure: { error: unknown } | null = null;
  isMaking = false;

  constructor(@inject(HTTP) private readonly http: Http) {
    observableStore(this);
  }

  async make(name: string, trusted: boolean): Promise<void> {
    if (this.isMaking) return;
    this.isMaking = true;
    this.failure = null;
    try {
      this.end(await this.http.call(makeDeveloperKey, { body: { name, trusted } }, { handlesErrors: true }), null);
    } catch (error) {
      this.end(null, { error });
    }
  }

  /** A key is not kept for longer than it is shown. */
  forget(): void {
    this.end(null, null);
  }

  private end(made: DeveloperStore['made'], failure: DeveloperStore['failure']): void {
    this.made = made;
    this.failure = failure;
    this.isMaking = false;
  }
}
