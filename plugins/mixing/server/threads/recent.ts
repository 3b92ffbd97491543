/** The values that were asked for last, by name; the one that was not asked for the longest goes first. */
export class Recent<T> {
  readonly #values = new Map<string, T>();
  readonly #most: number;

  /** @param most how many are kept */
  constructor(most: number) {
    this.#most = most;
  }

  get(name: string): T | undefined {
    const value = this.#values.get(name);
    if (value !== undefined) {
      this.#values.delete(name);
      this.#values.set(name, value);
    }
    return value;
  }

  delete(name: string): void {
    this.#values.delete(name);
  }

  set(name: string, value: T): T {
    this.#values.delete(name);
    this.#values.set(name, value);
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= this.#most) break;
      this.#values.delete(oldest);
    }
    return value;
  }
}
