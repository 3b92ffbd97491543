import type { CallArguments } from '#core/contract/call.ts';
import type { Events } from '#core/web/events/events.ts';
import { HttpFailure, type Http } from '#core/web/http/http.ts';
import { LiveAnswer } from '#core/web/live/LiveAnswer.ts';
import { observableStore } from '#core/web/observable-store.ts';
import type { Scope } from '#core/web/scope.ts';

import { previewMixProject, type MixPreview } from '#plugins/mixing/calls.ts';

type Query = Omit<NonNullable<CallArguments<typeof previewMixProject>['body']>, 'position'>;

/** Milliseconds without an edit after which the project is planned again. */
const DEBOUNCE = 250;

/** One of the combinations that a project yields, as the server last planned them. Observable. */
export class PreviewPlan {
  private position = 0;
  private readonly plan: LiveAnswer<Query, MixPreview>;

  constructor(scope: Scope, { http, events }: { http: Pick<Http, 'call'>; events: Pick<Events, 'on' | 'connected'> }) {
    this.plan = new LiveAnswer(
      scope,
      (query, signal) => {
        const body = { ...query, position: this.position };
        return http.call(previewMixProject, { body }, { signal, handlesErrors: true });
      },
      { events },
    );
    observableStore(this);
  }

  /** The last plan, also while a newer one is under way; null before the first, and while there is none. */
  get planned(): MixPreview | null {
    const { failure } = this;
    // A project that has nothing to show any more must not keep showing what it had.
    return failure instanceof HttpFailure && failure.status === 422 ? null : this.plan.answer;
  }

  get failure(): unknown {
    return this.plan.failure?.error ?? null;
  }

  /** Plans once nothing has changed for a moment; the first time at once, because the page waits for it. */
  ask(query: Query): void {
    this.plan.ask(query, this.plan.question === null ? 0 : DEBOUNCE);
  }

  /** There is nothing to show. */
  clear(): void {
    this.plan.clear();
  }

  /** Shows another combination. @param random 0 to 1 */
  async shuffle(random = Math.random()): Promise<void> {
    const total = this.planned?.total ?? 0;
    if (total < 2) return;
    // Any but the current one.
    this.position = ((this.planned?.position ?? 0) + 1 + Math.floor(random * (total - 1))) % total;
    await this.plan.again();
  }

  /** Tries again after a failure. */
  retry(): Promise<void> {
    return this.plan.again();
  }
}
