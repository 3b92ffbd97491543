import { runInAction } from 'mobx';

import type { CallData } from '#core/contract/call.ts';
import type { Http } from '#core/web/http/http.ts';
import { observableStore } from '#core/web/observable-store.ts';

import type { readPage } from '#plugins/landing/calls.ts';
import type { PageName } from '#plugins/landing/page-names.ts';

type Page = CallData<typeof readPage>;

/** A document on its way from the server. */
export class DocumentStore {
  state: 'loading' | 'shown' | 'failed' = 'loading';
  page: Page | null = null;
  private newest: AbortController | null = null;

  constructor(
    private readonly http: Http,
    private readonly name: PageName,
  ) {
    observableStore(this);
  }

  /** Reads it in the present language; what is shown stays until the other text is there. */
  async load(): Promise<void> {
    this.stop();
    const mine = new AbortController();
    this.newest = mine;
    if (this.page === null) this.state = 'loading';
    try {
      // Sent by hand, so that the page needs no schemas.
      const page = await this.http.send<Page>({
        method: 'GET',
        path: `/api/landing/pages/${this.name}`,
        signal: mine.signal,
        handlesErrors: true,
      });
      if (!mine.signal.aborted) this.show(page);
    } catch {
      if (mine.signal.aborted) return;
      runInAction(() => (this.state = this.page === null ? 'failed' : 'shown'));
    }
  }

  /** Ends what is under way. */
  stop(): void {
    this.newest?.abort();
    this.newest = null;
  }

  private show(page: Page): void {
    this.page = page;
    this.state = 'shown';
  }
}
