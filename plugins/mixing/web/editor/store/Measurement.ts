import type { CallArguments, CallData } from '#core/contract/call.ts';
import type { Events } from '#core/web/events/events.ts';
import type { Http } from '#core/web/http/http.ts';
import { LiveAnswer } from '#core/web/live/LiveAnswer.ts';
import { observableStore } from '#core/web/observable-store.ts';
import type { Scope } from '#core/web/scope.ts';

import { measureMixProject } from '#plugins/mixing/calls.ts';

/** What a project yields, as the server last measured it. */
export type Measured = CallData<typeof measureMixProject>;
type Query = NonNullable<CallArguments<typeof measureMixProject>['body']>;

/** Milliseconds without an edit after which the project is measured. */
const DEBOUNCE = 200;

/** Keeps what a project yields in step with what is edited. Observable. */
export class Measurement {
  private readonly result: LiveAnswer<Query, Measured>;

  constructor(scope: Scope, { http, events }: { http: Pick<Http, 'call'>; events: Pick<Events, 'on' | 'connected'> }) {
    this.result = new LiveAnswer(
      scope,
      (body, signal) => http.call(measureMixProject, { body }, { signal, handlesErrors: true }),
      // A provisional result is measured again, less and less often.
      {
        events,
        every: (round) => (this.measured?.provisional === true ? Math.min(30_000, 1500 * 1.5 ** round) : null),
      },
    );
    observableStore(this);
  }

  /** The last result, also while a newer one is under way; null before the first. */
  get measured(): Measured | null {
    return this.result.answer;
  }

  get failure(): unknown {
    return this.result.failure?.error ?? null;
  }

  /** Whether a newer result is awaited. */
  get isStale(): boolean {
    const { question, isCurrent, isLoading } = this.result;
    return question !== null && !isCurrent && (this.failure === null || isLoading);
  }

  /** Measures once nothing has changed for a moment. */
  ask(query: Query): void {
    this.result.ask(query, DEBOUNCE);
  }

  /** Measures again, for example after a failure. */
  again(): Promise<void> {
    return this.result.again();
  }
}
