import type { CallArguments } from '#core/contract/call.ts';
import { HttpFailure, type Http } from '#core/web/http/http.ts';
import { observableStore } from '#core/web/observable-store.ts';

import { previewMixProject, type MixPreview } from '#plugins/mixing/calls.ts';

type Asked = Omit<NonNullable<CallArguments<typeof previewMixProject>['body']>, 'position'>;

/** Milliseconds after the last change at which it is planned anew. */
const ASK_AFTER = 250;

/** One of the combinations that a project yields, as the server planned them last. Observable. */
export class PreviewPlan {
  /** Of the last answer, also while a newer one is under way; null before the first and while there is none. */
  planned: MixPreview | null = null;
  isAsking = false;
  failure: unknown = null;

  private position = 0;
  private asked: Asked | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking: AbortController | null = null;

  constructor(private readonly http: Pick<Http, 'call'>) {
    observableStore(this);
  }

  /** Plans once nothing has changed for a moment; what comes first is waited for, and is planned at once. */
  ask(body: Asked): void {
    const isFirst = this.asked === null;
    this.asked = body;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.read(), isFirst ? 0 : ASK_AFTER);
  }

  /** Nothing can be planned: there is nothing to show. */
  clear(): void {
    clearTimeout(this.timer);
    this.asking?.abort();
    this.asked = null;
    this.planned = null;
    this.failure = null;
    this.isAsking = false;
  }

  /** Shows another combination. @param random 0 to 1 */
  async shuffle(random = Math.random()): Promise<void> {
    const total = this.planned?.total ?? 0;
    if (total < 2) return;
    // Any but the one that is seen.
    this.position = ((this.planned?.position ?? 0) + 1 + Math.floor(random * (total - 1))) % total;
    await this.read();
  }

  /** Tries again after a failure. */
  async retry(): Promise<void> {
    await this.read();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.asking?.abort();
  }

  private async read(): Promise<void> {
    if (this.asked === null) return;
    clearTimeout(this.timer);
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    this.isAsking = true;
    const body = { ...this.asked, position: this.position };
    try {
      this.take(await this.http.call(previewMixProject, { body }, { signal: asking.signal, handlesErrors: true }));
    } catch (error) {
      if (!(error instanceof HttpFailure && error.kind === 'cancelled')) this.fail(error);
    }
  }

  private take(planned: MixPreview): void {
    this.planned = planned;
    this.failure = null;
    this.isAsking = false;
  }

  private fail(error: unknown): void {
    this.failure = error;
    this.isAsking = false;
    // A project that shows nothing any more must not go on showing what it had.
    if (error instanceof HttpFailure && error.status === 422) this.planned = null;
  }
}
