import { observableStore } from '../observable-store.ts';
import type { Scope } from '../scope.ts';

/** Milliseconds without a keystroke after which a search begins. */
export const SEARCH_DEBOUNCE = 280;

/** A search field: its text, and the debounced words to search for. Observable. */
export class SearchText {
  /** The text in the field. */
  text = '';
  /** The words to search for. */
  words = '';

  readonly #signal: AbortSignal;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param scope ends it; a pending search is dropped */
  constructor({ signal }: Scope) {
    this.#signal = signal;
    observableStore(this);
  }

  type(text: string): void {
    this.text = text;
    this.#stop();
    this.#signal.addEventListener('abort', this.#stop);
    this.#timer = setTimeout(this.search, SEARCH_DEBOUNCE);
  }

  /** Searches now, without waiting for the debounce. */
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
