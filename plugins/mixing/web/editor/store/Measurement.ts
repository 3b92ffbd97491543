import type { CallArguments, CallData } from '#core/contract/call.ts';
import { HttpFailure, type Http } from '#core/web/http/http.ts';
import { observableStore } from '#core/web/observable-store.ts';

import { measureMixProject } from '#plugins/mixing/calls.ts';

/** What a project yields, as the server measured it last. */
export type Measured = CallData<typeof measureMixProject>;
type Asked = NonNullable<CallArguments<typeof measureMixProject>['body']>;

/** Milliseconds after the last change at which it is asked. */
const ASK_AFTER = 200;

/** Milliseconds after which a provisional answer is asked for again, and how long that grows to. */
const [ASK_AGAIN, ASK_SELDOM] = [1500, 30_000];

/** Keeps what a project yields in step with what is edited. Observable. */
export class Measurement {
  /** Of the last answer, also while a newer one is under way; null before the first. */
  measured: Measured | null = null;
  isStale = false;
  failure: unknown = null;

  private asked: Asked | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking: AbortController | null = null;
  private patience = ASK_AGAIN;

  constructor(private readonly http: Pick<Http, 'call'>) {
    observableStore(this);
  }

  /** Asks once nothing has changed for a moment. */
  ask(body: Asked): void {
    this.asked = body;
    this.isStale = true;
    this.patience = ASK_AGAIN;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.read(body), ASK_AFTER);
  }

  /** Asks once more, as after a failure. */
  again(): void {
    if (this.asked !== null) this.ask(this.asked);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.asking?.abort();
  }

  private async read(body: Asked): Promise<void> {
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    try {
      this.take(await this.http.call(measureMixProject, { body }, { signal: asking.signal, handlesErrors: true }));
    } catch (error) {
      if (!(error instanceof HttpFailure && error.kind === 'cancelled')) this.fail(error);
    }
  }

  private take(measured: Measured): void {
    this.measured = measured;
    this.isStale = false;
    this.failure = null;
    const { asked } = this;
    if (!measured.provisional || asked === null) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.read(asked), this.patience);
    this.patience = Math.min(ASK_SELDOM, this.patience * 1.5);
  }

  private fail(error: unknown): void {
    this.failure = error;
    this.isStale = false;
  }
}
