import type { CallData } from '#core/contract/call.ts';
import type { Http } from '#core/web/http/http.ts';
import { observableStore } from '#core/web/observable-store.ts';

import { listMaterialUses } from '#plugins/materials/calls.ts';

type UsesPage = CallData<typeof listMaterialUses>;

const PAGE = 20;

/** What happened to one material, newest first. */
export class UsesStore {
  /** Null until they were read. */
  uses: UsesPage['items'] | null = null;
  isReading = false;
  failure: { error: unknown } | null = null;

  private cursor: string | null = null;
  private aborter = new AbortController();

  constructor(
    private readonly http: Http,
    private readonly id: string,
  ) {
    observableStore(this);
  }

  get hasMore(): boolean {
    return this.cursor !== null;
  }

  async load(): Promise<void> {
    await this.read(null);
  }

  async more(): Promise<void> {
    if (this.cursor !== null && !this.isReading) await this.read(this.cursor);
  }

  dispose(): void {
    this.aborter.abort();
  }

  private async read(cursor: string | null): Promise<void> {
    this.aborter.abort();
    this.aborter = new AbortController();
    const { aborter, id } = this;
    this.isReading = true;
    this.failure = null;
    try {
      const page = await this.http.call(
        listMaterialUses,
        { params: { id }, query: { limit: PAGE, ...(cursor === null ? {} : { cursor }) } },
        { signal: aborter.signal, handlesErrors: true },
      );
      if (!aborter.signal.aborted) this.take(page, cursor !== null);
    } catch (error) {
      if (!aborter.signal.aborted) this.fail(error);
    }
  }

  private take({ items, nextCursor }: UsesPage, isMore: boolean): void {
    this.isReading = false;
    this.uses = isMore ? [...(this.uses ?? []), ...items] : items;
    this.cursor = nextCursor;
  }

  private fail(error: unknown): void {
    this.isReading = false;
    this.failure = { error };
  }
}
