import type { Scope } from '../scope.ts';
import { observableStore } from '../observable-store.ts';
import type { LiveOptions } from './LiveSource.ts';
import { LiveValue } from './LiveValue.ts';

interface Answered<Q, T> {
  question: Q;
  answer: T;
}

/**
 * What the server answers to a question that changes while somebody edits. The previous answer stays until the new one
 * arrives, and when that fails. Observable; ends with its scope.
 *
 * @example
 * readonly yield = new LiveAnswer(scope, (document: Project, signal) =>
 *   http.call(measureProject, { body: { document } }, { signal, handlesErrors: true }));
 * // after each edit: this.yield.ask(document, 200)
 */
export class LiveAnswer<Q extends object, T> {
  question: Q | null = null;

  private readonly live: LiveValue<Answered<Q, T> | null>;

  /**
   * @param load asks the server. `before` is its last answer to the same question, null for the first
   * @param options as of a {@link LiveValue}; it is followed from the start
   */
  constructor(
    scope: Scope,
    load: (question: Q, signal: AbortSignal, before: T | null) => Promise<T>,
    options: LiveOptions = {},
  ) {
    const read = async (signal: AbortSignal): Promise<Answered<Q, T> | null> => {
      const { question } = this;
      if (question === null) return null;
      return { question, answer: await load(question, signal, this.isCurrent ? this.answer : null) };
    };
    this.live = new LiveValue(scope, read, options);
    observableStore(this);
    this.live.follow();
  }

  /** The last answer, possibly to an earlier question; null before the first. */
  get answer(): T | null {
    return this.live.value?.answer ?? null;
  }

  /** Whether the last answer is one to the present question. */
  get isCurrent(): boolean {
    return this.question !== null && this.live.value?.question === this.question;
  }

  get isLoading(): boolean {
    return this.live.isLoading;
  }

  /** Why the last attempt failed; null when it did not. */
  get failure(): { error: unknown } | null {
    return this.live.failure;
  }

  /** @param after milliseconds without another question after which it is asked */
  ask(question: Q, after = 0): void {
    this.question = question;
    this.live.restart(after);
  }

  /** Asks the same again, now. */
  again(): Promise<void> {
    return this.live.load();
  }

  /** There is no question any more, and no answer. */
  clear(): void {
    this.question = null;
    this.live.clear();
  }
}
