import { observableStore } from '../observable-store.ts';
import type { Scope } from '../scope.ts';

/** Milliseconds after the last letter. */
const PAUSE = 280;

/** The words of a search: what stands in the field, and what is searched a moment after the last letter. Observable. */
export class SearchText {
  /** What stands in the field. */
  text = '';
  /** What is searched. */
  words = '';

  readonly #signal: AbortSignal;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param scope ends it: what was typed last is no longer searched */
  constructor({ signal }: Scope) {
    this.#signal = signal;
    observableStore(this);
  }

  type(text: string): void {
    this.text = text;
    this.#stop();
    this.#signal.addEventListener('abort', this.#stop);
    this.#timer = setTimeout(this.search, PAUSE);
  }

  /** Searches what stands in the field, without waiting. */
  search(): void {
    this.#stop();
    this.words = this.text.trim();
  }

  clear(): void {
    this.text = '';
    this.search();
  }

  readonly #stop = (): void => {
    clearTimeout(this.#timer);
    this.#signal.removeEventListener('abort', this.#stop);
  };
}
